// Owns the start of sound in a game that is ready, the sound button and its small sheet: on or off,
// volume, with or without music. It must never make a sound itself; play must never depend on it.

import { icon, make, part } from '../../dom.ts'
import { closeBeside } from '../page/sheet.ts'
import type { Scene } from '../round/scene.ts'
import type { Texts } from '../texts/en.ts'
import { Sound } from './sound.ts'

export function startSound(
  scene: Scene,
  { celebrateUpToStake }: { celebrateUpToStake: boolean },
  texts: Texts,
): Sound {
  const circumstances = () => ({
    turbo: scene.turbo || scene.hurried,
    celebrateUpToStake,
    priceBets: scene.betsOf(scene.amounts.priceMinor),
  })
  const sound = new Sound({ gameId: scene.game.id, moments: scene.moments, circumstances })
  offerSound(sound, texts)
  sound.begin()
  return sound
}

const SPEAKER = 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z'
const WAVES = 'M15 9.200a4 4 0 0 1 0 5.600M17.600 6.600a7.600 7.600 0 0 1 0 10.800'
const CROSS = 'M15.500 9.500l5 5M20.500 9.500l-5 5'

/** Adds the button to the tools of the page. */
function offerSound(sound: Sound, texts: Texts): void {
  const key = make('button', { class: 'tool sound-key', test: 'sound' })
  key.setAttribute('aria-haspopup', 'dialog')
  key.append(icon(SPEAKER, 'sound-speaker'), icon(WAVES, 'sound-on'), icon(CROSS, 'sound-off'))
  const sheet = makeSheet(sound, texts)
  key.onclick = () => sheet.dialog.showModal()
  const show = () => {
    const isOn = isHeard(sound)
    const state = isOn ? texts.soundOn : texts.soundOff
    const text = `${texts.sound}: ${sound.mutedByCasino ? texts.soundMutedByCasino : state}`
    key.dataset.sound = isOn ? 'on' : 'off'
    key.setAttribute('aria-label', text)
    key.title = text
  }
  sound.onChange = () => {
    show()
    sheet.show()
  }
  show()
  part('tools-right').prepend(key)
  document.body.append(sheet.dialog)
  addEventListener('keydown', event => muteByKey(event, sound))
}

/** The player's setting, unless the casino has muted the game. */
function isHeard(sound: Sound): boolean {
  return !sound.loudness.muted && !sound.mutedByCasino
}

/** M mutes in most video players. */
function muteByKey(event: KeyboardEvent, sound: Sound): void {
  if (event.key.toLowerCase() !== 'm' || event.repeat || sound.mutedByCasino) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if ((event.target as Element).closest('input, select') !== null) return
  sound.set({ muted: !sound.loudness.muted })
}

function makeSheet(sound: Sound, texts: Texts): { dialog: HTMLDialogElement; show(): void } {
  const { loudness } = sound
  const sheet = make('dialog', { class: 'sound-sheet', test: 'sound-sheet' })
  sheet.setAttribute('aria-label', texts.sound)
  const on = row(texts.sound, 'checkbox', 'sound-switch')
  const volume = row(texts.volume, 'range', 'sound-volume')
  const music = row(texts.music, 'checkbox', 'sound-music')
  Object.assign(volume.input, { min: '0', max: '100', step: '5' })
  volume.input.value = String(Math.round(loudness.volume * 100))
  const show = () => {
    const isOn = isHeard(sound)
    on.input.checked = isOn
    on.input.disabled = sound.mutedByCasino
    music.input.checked = sound.loudness.music && !sound.mutedByCasino
    volume.input.disabled = !isOn
    music.input.disabled = !isOn
    note.hidden = !sound.mutedByCasino
  }
  on.input.onchange = () => sound.set({ muted: !on.input.checked })
  music.input.onchange = () => sound.set({ music: music.input.checked })
  volume.input.oninput = () => sound.set({ volume: Number(volume.input.value) / 100 })
  const note = make('p', {
    class: 'sound-note',
    text: texts.soundMutedByCasino,
    test: 'sound-muted-by-casino',
  })
  const close = make('button', {
    class: 'sound-close',
    text: texts.close,
    test: 'sound-close',
    onClick: () => sheet.close(),
  })
  const heading = make('h2', { text: texts.sound })
  sheet.append(heading, note, on.label, volume.label, music.label, close)
  sheet.addEventListener('click', event => closeBeside(sheet, event))
  show()
  return { dialog: sheet, show }
}

function row(text: string, type: 'checkbox' | 'range', test: string) {
  const input = make('input', { test })
  input.type = type
  if (type === 'checkbox') input.setAttribute('role', 'switch')
  const label = make('label', { class: 'sound-row' }, make('span', { text }), input)
  return { label, input }
}
