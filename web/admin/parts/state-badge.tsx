// A state as a word, with a colour of the same meaning.

export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'busy'

export function StateBadge({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className="tone" data-tone={tone}>
      {text}
    </span>
  )
}
