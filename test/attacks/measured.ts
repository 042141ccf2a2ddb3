// One attack at full size with a neighbour measured before and during it, and the row of the table.
// The attacker takes time of the same cores: where that may be the cause, a control program is
// measured in its place that takes as much time, and asks as often for the cheapest answer.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Attack, Target } from './attack.ts'
import type { Attacked, Load } from './attacker.ts'
import type { Neighbour, NeighbourFigures } from './neighbour.ts'

/** Some 400 answers of each kind: with a hundred, the p99 is the slowest one. */
const MEASURED_MS = 8_000
/** Until an attack is in full swing. */
const RISING_MS = 3_000
/** Until the node has freed what an attack used. */
const SETTLING_MS = 500
/** How many times as long a neighbour may wait. */
const RATIO_MAX = 3
/** Other programs of the machine are measured too: only a repeated result is the attack's. */
const TRIES = 2
const KINDS = ['health', 'launch', 'spin'] as const
/** As in attacker.ts; that is a program, and is not loaded here. */
const LOAD = 'load'
const PROGRAM = fileURLToPath(import.meta.resolve('./attacker.js'))

export interface Measured {
  attack: string
  tried: string
  before: NeighbourFigures
  during: NeighbourFigures
  /**
   * With a program that takes as much of a core and asks as often for the cheapest answer; null:
   * not needed.
   */
  control: NeighbourFigures | null
  cpuShare: number
  ratio: number
  isBeforeUs: boolean
  wrong: string | null
}

/** The last of up to three tries. */
export async function measureAttack(
  attack: Attack,
  target: Target,
  neighbour: Neighbour,
): Promise<Measured> {
  let measured = await measureOnce(attack, target, neighbour)
  for (let tried = 1; tried < TRIES && measured.wrong !== null; tried++) {
    measured = await measureOnce(attack, target, neighbour)
  }
  return measured
}

async function measureOnce(
  { name, tried, isBeforeUs = false }: Attack,
  target: Target,
  neighbour: Neighbour,
): Promise<Measured> {
  await sleep(SETTLING_MS)
  const before = await neighbour.measure(MEASURED_MS)
  const attacker = fork(PROGRAM, [name, JSON.stringify(target)])
  const said = once(attacker, 'message') as Promise<[Attacked]>
  await sleep(RISING_MS)
  const during = await neighbour.measure(MEASURED_MS)
  attacker.send('stop')
  const [attacked] = await said
  await ended(attacker)
  const isSlow = ratioOf(before, during) > RATIO_MAX
  const control = isSlow
    ? await measureControl({ baseUrl: target.baseUrl, ...attacked }, neighbour)
    : null
  return {
    attack: name,
    tried: `${tried}: ${attacked.tried}`,
    before,
    during,
    control,
    cpuShare: attacked.cpuShare,
    ratio: ratioOf(before, during),
    wrong: attacked.wrong ?? (isBeforeUs ? null : judge(before, during, control)),
    isBeforeUs,
  }
}

async function measureControl(load: Load, neighbour: Neighbour): Promise<NeighbourFigures> {
  await sleep(SETTLING_MS)
  const spinner = fork(PROGRAM, [LOAD, JSON.stringify(load)])
  await sleep(RISING_MS)
  const figures = await neighbour.measure(MEASURED_MS)
  spinner.kill()
  await ended(spinner)
  return figures
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const ratioOf = (before: NeighbourFigures, during: NeighbourFigures) =>
  Math.max(...KINDS.map(kind => during[kind].p99Ms / before[kind].p99Ms))

function judge(
  before: NeighbourFigures,
  during: NeighbourFigures,
  control: NeighbourFigures | null,
): string | null {
  const failed = KINDS.find(kind => during[kind].failed > 0)
  if (failed !== undefined) return `${during[failed].failed} failed: ${failed}`
  const slow = KINDS.find(kind => {
    const base = Math.max(before[kind].p99Ms, control?.[kind].p99Ms ?? 0)
    return during[kind].p99Ms > RATIO_MAX * base
  })
  return slow === undefined ? null : `slow: ${slow}`
}

export const TABLE_HEAD =
  'attack | p99 ms before | during | same load | ratio | core | verdict | tried'

/** A row of the table, for a person: health / launch / spin. */
export function writeRow(measured: Measured): string {
  const { attack, before, during, control, ratio, cpuShare, isBeforeUs, wrong, tried } = measured
  const past = isBeforeUs ? 'not stopped' : 'ok: the machine'
  return [
    attack,
    p99s(before),
    p99s(during),
    control === null ? '-' : p99s(control),
    ratio.toFixed(1),
    `${Math.round(100 * cpuShare)} %`,
    wrong ?? (ratio > RATIO_MAX ? past : 'ok'),
    tried,
  ].join(' | ')
}

const p99s = (figures: NeighbourFigures) =>
  KINDS.map(kind => figures[kind].p99Ms.toFixed(0)).join(' / ')
