// SPDX-License-Identifier: Apache-2.0
// The casino's page: launches a game through the casino's own server, shows it in a frame and
// controls it. Everything it shows of the game comes from messages; amounts are shown unchanged.

import {
  type GameFrame,
  type GameMessage,
  type GameMoney,
  openGame,
} from '../../src/sdk/game-frame.ts'

type State = Extract<GameMessage, { type: 'state' }>

let game: GameFrame | null = null
let state: State | null = null

const part = (id: string) => document.getElementById(id)!

const { games } = (await (await fetch('/games')).json()) as { games: string[] }
for (const id of games) {
  const key = document.createElement('button')
  key.type = 'button'
  key.textContent = id.replaceAll('-', ' ')
  key.dataset.game = id
  key.onclick = () => launch(id)
  part('lobby').append(key)
}

async function launch(id: string): Promise<void> {
  const answer = await fetch(`/launch?game=${encodeURIComponent(id)}`, { method: 'POST' })
  if (!answer.ok) {
    say('The game could not be opened.')
    return
  }
  const { link } = (await answer.json()) as { link: string }
  part('table').hidden = false
  part('lobby').hidden = true
  say('Opening …')
  const frame = part('game') as HTMLIFrameElement
  game = openGame(window, frame, link, hear, () => say('The game does not answer.'))
}

function hear(message: GameMessage): void {
  log(message)
  if (message.type === 'ready' || message.type === 'balance') showBalance(message.balance)
  else if (message.type === 'state') showState(message)
  else if (message.type === 'error') say(message.message)
  else if (message.type === 'close') leave()
}

function leave(): void {
  game?.close()
  game = null
  part('table').hidden = true
  part('lobby').hidden = false
  say('')
}

part('pause').onclick = () => game?.send(state?.paused ? 'resume' : 'pause')
part('mute').onclick = () => game?.send(state?.muted ? 'unmute' : 'mute')
part('refresh').onclick = () => game?.send('refresh-balance')
part('close').onclick = leave
part('deposit').onclick = async () => {
  await fetch('/deposit', { method: 'POST' })
  game?.send('refresh-balance')
}

function showBalance({ amount, currency }: GameMoney): void {
  part('balance').textContent = `${amount} ${currency}`
}

function showState(now: State): void {
  state = now
  part('pause').setAttribute('aria-pressed', String(now.paused))
  part('mute').setAttribute('aria-pressed', String(now.muted))
  say(describe(now))
}

function describe({ paused, inRound, online }: State): string {
  if (!online) return 'The game has lost its connection.'
  if (paused) return inRound ? 'Paused; the round under way finishes.' : 'Paused.'
  return inRound ? 'A round is under way.' : 'Ready.'
}

function say(text: string): void {
  part('state').textContent = text
}

function log(message: GameMessage): void {
  const line = document.createElement('li')
  line.dataset.type = message.type
  line.textContent = JSON.stringify(message)
  part('log').prepend(line)
}
