// What a player has, has staked and has won, by currency, and when the player played last.

import { Text } from '@mantine/core'
import type { MoneyInCurrency, Player, PlayerMoney } from '../../../../src/admin/players/schema.ts'
import { useTexts } from '../../language.tsx'
import { amountColumn, type Column } from '../../parts/data-table.tsx'
import { RoundLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { TableSection } from '../../parts/section.tsx'
import { Amount, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { PLAYER_TEXTS } from './texts.ts'

/** While the page is open; a round takes a second. */
const AGAIN_MS = 10_000

export function MoneySection({ path, player }: { path: string; player: Player }) {
  const texts = useTexts(PLAYER_TEXTS)
  const money = useAnswer<PlayerMoney>(`${path}/money`, { refetchInterval: AGAIN_MS })
  const columns: Column<MoneyInCurrency>[] = [
    { header: texts.currency, cell: ({ currency }) => currency },
    { header: texts.balance, cell: row => <Balance {...row} /> },
    amountColumn(texts.staked, row => row.betsMinor),
    amountColumn(texts.won, row => row.winsMinor),
    amountColumn(texts.refunded, row => row.refundsMinor),
    amountColumn(texts.ggr, row => row.ggrMinor),
    { header: texts.betCount, align: 'right', cell: ({ betCount }) => betCount },
  ]
  return (
    <Loaded query={money}>
      {({ byCurrency }) => (
        <TableSection
          title={texts.money}
          note={texts.moneyNote}
          columns={columns}
          rows={byCurrency}
          rowId={({ currency }) => currency}
          empty={texts.noMoney}
        >
          {byCurrency.some(({ pendingOperations }) => pendingOperations > 0) && (
            <Text size="sm">
              {byCurrency
                .filter(({ pendingOperations }) => pendingOperations > 0)
                .map(({ currency, pendingOperations }) =>
                  fill(texts.pending, { currency, count: pendingOperations }),
                )
                .join(' ')}
            </Text>
          )}
          <LastPlay {...player} />
        </TableSection>
      )}
    </Loaded>
  )
}

/** As the wallet last reported it, and when. */
function Balance({ currency, balanceMinor, balanceAt }: MoneyInCurrency) {
  const texts = useTexts(PLAYER_TEXTS)
  if (balanceMinor === null || balanceAt === null) return texts.balanceUnknown
  return (
    <span>
      <strong>
        <Amount minor={balanceMinor} currency={currency} />
      </strong>{' '}
      <Text span size="xs" c="dimmed">
        <Time at={balanceAt} ago />
      </Text>
    </span>
  )
}

function LastPlay({ lastRound }: Pick<Player, 'lastRound'>) {
  const texts = useTexts(PLAYER_TEXTS)
  return (
    <Text size="sm" data-test="last-play">
      {texts.lastPlay}{' '}
      {lastRound === null ? (
        texts.never
      ) : (
        <>
          <Time at={lastRound.createdAt} ago /> · <GameName gameId={lastRound.gameId} /> ·{' '}
          <RoundLink roundId={lastRound.roundId} />
        </>
      )}
    </Text>
  )
}
