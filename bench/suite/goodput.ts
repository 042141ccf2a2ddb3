// Row 10: what remains of the rate when spins come by the clock, twice as many as can be settled,
// whether or not the last ones were answered. The floor is the rate of players who spin again as
// soon as they have an answer, in the slices before and after.

import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import { createOperator, startWallet } from './operators.ts'
import { generated, launchPlayers, startPlayers } from './players.ts'
import type { Opened, Row, Scope } from './row.ts'

const PLAYERS_AT_ONCE = 256
const SESSIONS = 1_000
const TIMES = 2
const FIRST_PEAK_MS = 1_000

export const goodput: Row = {
  number: 10,
  name: 'goodput at twice saturation',
  unit: 'rounds/s',
  better: 'more',
  sliceTimes: 2.5,
  isOverloaded: true,
  abouts: { ours: 'twice the peak by the clock', floor: 'the peak' },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const { url, program: wallet } = await startWallet(scope, 0)
  const operator = await createOperator(platform, url)
  const [few, many] = scope.size.isSmoke ? [2, 4] : [PLAYERS_AT_ONCE, SESSIONS]
  const atPeak = await startPlayers(scope, platform, await launchPlayers([operator], few))
  const all = await startPlayers(scope, platform, await launchPlayers([operator], many))
  const cpu = joinCpu(await platformCpu(platform), await storesCpu(platform), cpuOf({ wallet }))
  const { cpu: cpuAtPeak } = generated(atPeak, cpu)
  const { cpu: cpuOver } = generated(all, cpu)
  const measurePeak = (forMs: number) => atPeak.ask({ forMs, aSecond: null })
  let peak = (await measurePeak(scope.size.isSmoke ? 1 : FIRST_PEAK_MS)).value
  return {
    ours: {
      slice: forMs => all.ask({ forMs, aSecond: peak * TIMES }),
      cpu: cpuOver!,
    },
    floor: {
      async slice(forMs) {
        const slice = await measurePeak(forMs)
        peak = slice.value
        return slice
      },
      cpu: cpuAtPeak!,
    },
  }
}
