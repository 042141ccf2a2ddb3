// The columns of a list of rounds.

import type { RoundRow } from '../../../../src/admin/rounds/schema.ts'
import { useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { PlayerLink, ReplayLink, RoundLink } from '../../parts/links.tsx'
import { GameName, ProjectName } from '../../parts/pauses.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { RoundState } from './round-state.tsx'
import { ROUND_TEXTS } from './texts.ts'

/** @param isOfOnePlayer the page names the player; each row links to its replay instead */
export function useRoundColumns(isOfOnePlayer = false): readonly Column<RoundRow>[] {
  const texts = useTexts(ROUND_TEXTS)
  const player: Column<RoundRow> = {
    header: texts.player,
    cell: row => (
      <>
        <PlayerLink {...row} /> <ProjectName {...row} />
      </>
    ),
  }
  const replay: Column<RoundRow> = {
    header: texts.replay.title,
    cell: ({ roundId }) => <ReplayLink roundId={roundId}>{texts.replay.watch}</ReplayLink>,
  }
  return [
    { header: texts.round, cell: ({ roundId }) => <RoundLink roundId={roundId} /> },
    { header: texts.opened, cell: row => <Time at={row.createdAt} /> },
    ...(isOfOnePlayer ? [] : [player]),
    { header: texts.game, cell: row => <GameName gameId={row.gameId} /> },
    { header: texts.state, cell: row => <RoundState state={row.state} /> },
    {
      header: texts.bet,
      align: 'right',
      cell: ({ isFreeSpin, betMinor, currency }) =>
        isFreeSpin ? texts.freeSpin : <Amount minor={betMinor} currency={currency} />,
    },
    {
      header: texts.win,
      align: 'right',
      cell: ({ winMinor, currency }) =>
        winMinor === null ? '' : <Amount minor={winMinor} currency={currency} />,
    },
    ...(isOfOnePlayer ? [replay] : []),
  ]
}
