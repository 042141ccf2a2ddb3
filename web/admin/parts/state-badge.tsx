// The state of something in a word, with a colour that says the same.

export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'busy'

export function StateBadge({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className="tone" data-tone={tone}>
      {text}
    </span>
  )
}
