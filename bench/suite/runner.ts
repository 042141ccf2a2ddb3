// Runs one case of a row: each contestant is opened once, warmed up, and asked for slices in turn
// (ours, floor, peer, ours, floor, peer …), so that other load on the machine affects all of them.
// Depends on no row.

import type { Figures, MeasuredCase } from './result.ts'
import {
  type Case,
  type CpuSeconds,
  ROLES,
  type Role,
  type Row,
  type Running,
  type Setting,
  type Slice,
} from './row.ts'
import { openScope } from './setting.ts'
import { medianOf, spreadOf, usedSince } from './statistics.ts'

export interface RunOptions {
  sliceMs: number
  repeats: number
  /** Maximum number of slices that are not counted. */
  warmUps: number
}

/** Warmed up: a slice improves on the one before by no more than this share. */
const WARM_SHARE = 0.1

/** With more of its requests refused, a contestant was not measured. */
const REFUSED_SHARE = 0.01

/** Latency is measured at this share of the rate that the contestant itself reached. */
const PACED_SHARE = 0.7
/** It needs more answers than a rate does, because its tail matters. */
const PACED_SLICES = 2

interface Sample {
  slice: Slice
  /** CPU seconds of the slice. */
  cpu: CpuSeconds
}

/** @param onSlice called when a slice begins */
export async function runCase(
  setting: Setting,
  row: Row,
  { name, open, abouts = row.abouts }: Case,
  { sliceMs, repeats, warmUps }: RunOptions,
  onSlice: (role: Role) => void,
): Promise<MeasuredCase> {
  const forMs = sliceMs * (row.sliceTimes ?? 1)
  const { scope, close } = openScope(setting)
  try {
    const opened = await open(scope)
    const roles = ROLES.filter(role => opened[role] !== undefined)
    const samples = new Map<Role, Sample[]>(roles.map(role => [role, []]))
    for (const role of roles) await warmUp(opened[role]!, row.better, forMs, warmUps)
    await setting.profiles?.start()
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const role of roles) {
        onSlice(role)
        samples.get(role)!.push(await takeSample(opened[role]!, forMs))
      }
    }
    await setting.profiles?.stop(`${row.number} ${row.name} ${name}`)
    if (row.isOverloaded !== true) {
      for (const [role, taken] of samples) checkWasMeasured(role, taken)
    }
    const latencies = new Map<Role, Slice['latencyMs']>()
    for (const role of roles) {
      const rate = medianOf(samples.get(role)!.map(({ slice }) => slice.value)) * PACED_SHARE
      const paced = await opened[role]!.paced?.(forMs * PACED_SLICES, rate)
      latencies.set(role, paced?.latencyMs)
    }
    return compare({ ...row, abouts }, name, samples, latencies)
  } finally {
    await close()
  }
}

/**
 * Compilers and pools need time: a platform just started does a quarter of what it does ten seconds
 * later.
 */
async function warmUp(
  { slice }: Running,
  better: Row['better'],
  forMs: number,
  most: number,
): Promise<void> {
  let last = (await slice(forMs)).value
  for (let slices = 1; slices < most; slices++) {
    const { value } = await slice(forMs)
    const growth = better === 'more' ? value / last : last / value
    if (!(growth > 1 + WARM_SHARE)) return
    last = value
  }
}

function checkWasMeasured(role: Role, taken: readonly Sample[]): void {
  const operations = countOperations(taken)
  const causes = sumRefused(taken)
  const refused = Object.values(causes).reduce((sum, count) => sum + count, 0)
  if (operations > 0 && refused <= (operations + refused) * REFUSED_SHARE) return
  throw new Error(
    `${role} did ${operations} operations and was refused ${refused} ${JSON.stringify(causes)}`,
  )
}

const countOperations = (taken: readonly Sample[]) =>
  taken.reduce((sum, { slice }) => sum + slice.operations, 0)

/** By cause. */
function sumRefused(taken: readonly Sample[]): Record<string, number> {
  const refused: Record<string, number> = {}
  for (const { slice } of taken) {
    for (const [cause, count] of Object.entries(slice.refused ?? {})) {
      refused[cause] = (refused[cause] ?? 0) + count
    }
  }
  return refused
}

async function takeSample({ slice, cpu = () => ({}) }: Running, forMs: number): Promise<Sample> {
  const before = cpu()
  const done = await slice(forMs)
  return { slice: done, cpu: usedSince(before, cpu) }
}

function compare(
  { abouts, better }: Row,
  name: string,
  samples: ReadonlyMap<Role, readonly Sample[]>,
  latencies: ReadonlyMap<Role, Slice['latencyMs']>,
): MeasuredCase {
  const figures = new Map(
    [...samples].map(([role, taken]) => [
      role,
      figuresOf(abouts[role] ?? role, taken, latencies.get(role)),
    ]),
  )
  const valuesOf = (role: Role) => samples.get(role)?.map(({ slice }) => slice.value)
  const ours = valuesOf('ours')!
  /** 1: equal to the other; more: better. */
  const ratioTo = (role: Role) => {
    const theirs = valuesOf(role)
    if (theirs === undefined) return null
    const ratios = ours.map((value, i) => value / theirs[i]!)
    return spreadOf(better === 'more' ? ratios : ratios.map(ratio => 1 / ratio))
  }
  const cpuOf = (role: Role) => figures.get(role)?.cpuUsInAll ?? 0
  return {
    name,
    ours: figures.get('ours')!,
    floor: figures.get('floor') ?? null,
    peer: figures.get('peer') ?? null,
    otherPeer: figures.get('otherPeer') ?? null,
    ratioToFloor: ratioTo('floor'),
    ratioToPeer: ratioTo('peer'),
    ratioToOtherPeer: ratioTo('otherPeer'),
    cpuRatioToFloor:
      cpuOf('floor') > 0 && cpuOf('ours') > 0 ? cpuOf('floor') / cpuOf('ours') : null,
  }
}

function figuresOf(about: string, taken: readonly Sample[], latency: Slice['latencyMs']): Figures {
  const operations = countOperations(taken)
  const names = [...new Set(taken.flatMap(({ cpu }) => Object.keys(cpu)))]
  const cpuUs = Object.fromEntries(
    names.map(who => {
      const seconds = taken.reduce((sum, { cpu }) => sum + (cpu[who] ?? 0), 0)
      return [who, operations === 0 ? 0 : Number(((seconds * 1e6) / operations).toFixed(2))]
    }),
  )
  const inAll = Object.entries(cpuUs).filter(([who]) => who !== 'generator')
  const handshakes = taken.flatMap(({ slice }) => slice.handshakes ?? [])
  return {
    about,
    ...spreadOf(taken.map(({ slice }) => slice.value)),
    cpuUs,
    cpuUsInAll: inAll.reduce((sum, [, us]) => sum + us, 0),
    latencyMs: latency ?? null,
    refused: sumRefused(taken),
    ...(handshakes.length === 0 ? {} : { handshakes: handshakes.reduce((a, b) => a + b) }),
  }
}
