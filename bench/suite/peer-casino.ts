// A competent simple casino server, as a peer of the suite: every step is a wallet call or a
// separate transaction, one after another, over undici and pg. It keeps to the operator's contract
// (the same calls as ours), and every acknowledged commit is on disk.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Redis } from 'ioredis'
import { Pool as HttpPool } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { findGame } from '../../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import { LIFTED_PER_MINUTE } from './operators.ts'
import { openPeerLedger } from './peer-ledger.ts'
import type { StoreAddresses } from './row.ts'

export interface CasinoSetup extends StoreAddresses {
  poolConnections: number
  /** The wallets of the operators, which take turns. */
  walletUrls: readonly string[]
  walletConnections: number
  /** Maximum of wallet calls of all operators together; absent: no maximum. */
  callsAtOnce?: number
  /** The operator's key; absent: only spins are played, for which none is needed. */
  apiKey?: string
}

export interface SpinOrder {
  player: number
  requestId: string
}

const GAME = 'forty-suns'
const STAKE_MINOR = 40n
const WALLET_DEADLINE_MS = 2_000

const TABLES = `
CREATE TABLE IF NOT EXISTS peer_operator (id text PRIMARY KEY, key_sha256 bytea NOT NULL);
CREATE TABLE IF NOT EXISTS peer_session (
  session_id uuid PRIMARY KEY, player_id text NOT NULL, game text NOT NULL, currency text NOT NULL,
  balance_minor bigint NOT NULL, expires_at timestamptz NOT NULL);
CREATE INDEX IF NOT EXISTS peer_session_of_player ON peer_session (player_id, game)`

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export async function openCasino({ apiKey = 'bench-key', ...setup }: CasinoSetup) {
  const ledger = await openPeerLedger(setup.databaseUrl, setup.poolConnections)
  const redis = new Redis(setup.redisUrl, { keyPrefix: setup.redisPrefix })
  const { pool } = ledger
  await pool.query(TABLES)
  await pool.query(
    `INSERT INTO peer_operator VALUES ('bench', $1) ON CONFLICT (id) DO UPDATE SET key_sha256 = $1`,
    [sha256(apiKey)],
  )
  const call = openWallets(setup)
  const sign = (sessionId: string) => createHmac('sha256', apiKey).update(sessionId).digest()

  /** Null: the caller is accepted. */
  async function refuse(givenKey: string): Promise<401 | 429 | null> {
    const key = `quota:${Math.floor(Date.now() / 60_000)}`
    const [{ rows }, counted] = await Promise.all([
      pool.query<{ key_sha256: Buffer }>({ ...FIND_KEY, values: ['bench'] }),
      redis.pipeline().incr(key).expire(key, 120).exec(),
    ])
    if (!timingSafeEqual(sha256(givenKey), rows[0]!.key_sha256)) return 401
    return Number(counted![0]![1]) > LIFTED_PER_MINUTE ? 429 : null
  }

  return {
    refuse,
    async close() {
      redis.disconnect()
      await ledger.close()
    },
    async launch(playerId: string, game: string, currency: string) {
      const open = await pool.query({ ...FIND_OPEN, values: [playerId, game] })
      const sessionId = open.rows[0]?.session_id ?? uuidv7()
      const { balance } = await call(0, { method: 'session_info', player_id: playerId, sessionId })
      const balanceMinor = Math.round(balance * 100)
      await pool.query({
        ...INSERT_SESSION,
        values: [sessionId, playerId, game, currency, balanceMinor],
      })
      const token = `${sessionId}.${sign(sessionId).toString('base64url')}`
      return {
        status: 'ok',
        link: `/play/${game}/#token=${token}`,
        meta: { session_id: sessionId },
      }
    },
    /** A player comes back: null for a token that is not genuine or whose session has expired. */
    async hello(token: string) {
      const [sessionId = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const signed = sign(sessionId)
      if (given.length !== signed.length || !timingSafeEqual(given, signed)) return null
      const { rows } = await pool.query({ ...FIND_PLAY, values: [sessionId] })
      return rows[0] ?? null
    },
    async spin({ player, requestId }: SpinOrder) {
      const roundId = uuidv7()
      const names = { player_id: `player-${player}`, game: GAME, currency: 'USD' }
      const fields = { round_id: roundId, ...names }
      const wallet = player % setup.walletUrls.length
      await call(wallet, { method: 'bet', ...fields, amount: 0.4, transaction: `bet-${roundId}` })
      const seed = randomBytes(SEED_BYTES)
      const game = findGame(GAME)!
      const outcome = game.play({ mode: 'base', levelBps: null, seed, choices: [] })
      const winMinor = BigInt(outcome.winUnits)
      const stake = { stakeMinor: STAKE_MINOR, winMinor, seed }
      await ledger.open({ roundId, playerKey: String(player), requestId, game: GAME, ...stake })
      await call(wallet, { method: 'round_info', ...fields, meta: { event: 'start' } })
      if (winMinor > 0n) {
        const transaction = `win-${roundId}`
        await call(wallet, {
          method: 'win',
          ...fields,
          amount: Number(winMinor) / 100,
          transaction,
        })
      }
      const finish = { method: 'round_info', ...fields, meta: { event: 'finish' } }
      const { balance } = await call(wallet, finish)
      await ledger.settle(roundId, BigInt(Math.round(balance * 100)))
      const { events, winUnits } = outcome
      return { status: 'settled', roundId, events, winUnits, balance }
    },
  }
}

const FIND_KEY = { name: 'find-key', text: 'SELECT key_sha256 FROM peer_operator WHERE id = $1' }
const FIND_OPEN = {
  name: 'find-open',
  text: `SELECT session_id FROM peer_session WHERE player_id = $1 AND game = $2
    AND expires_at > now()`,
}
const INSERT_SESSION = {
  name: 'insert-session',
  text: `INSERT INTO peer_session VALUES ($1, $2, $3, $4, $5, now() + interval '2 hours')
    ON CONFLICT (session_id) DO UPDATE SET balance_minor = excluded.balance_minor,
      expires_at = excluded.expires_at`,
}

/** The session, the balance, and the open round, in one trip. */
const FIND_PLAY = {
  name: 'find-play',
  text: `SELECT s.player_id, s.game, s.currency,
      coalesce(last.balance_minor, s.balance_minor)::text AS balance, open.round_id
    FROM peer_session s LEFT JOIN LATERAL (
      SELECT balance_minor FROM peer_round r WHERE r.player_key = hashtext(s.player_id)
        AND state = 'settled' ORDER BY sequence DESC LIMIT 1) last ON true
    LEFT JOIN LATERAL (
      SELECT round_id FROM peer_round r WHERE r.player_key = hashtext(s.player_id)
        AND state = 'debit_pending' ORDER BY sequence DESC LIMIT 1) open ON true
    WHERE s.session_id = $1 AND s.expires_at > now()`,
}

type Call = (wallet: number, body: object) => Promise<{ balance: number }>

/** One pool for each address: operators with the same address share it. */
function openWallets({ walletUrls, walletConnections, callsAtOnce }: CasinoSetup): Call {
  const slots = callsAtOnce === undefined ? null : createSlots(callsAtOnce)
  const pools = new Map<string, HttpPool>()
  for (const url of walletUrls) {
    const { origin } = new URL(url)
    if (pools.has(origin)) continue
    const deadlines = { headersTimeout: WALLET_DEADLINE_MS, bodyTimeout: WALLET_DEADLINE_MS }
    pools.set(origin, new HttpPool(origin, { connections: walletConnections, ...deadlines }))
  }
  const send: Call = async (wallet, fields) => {
    const { origin, pathname } = new URL(walletUrls[wallet]!)
    const answer = await pools.get(origin)!.request({
      method: 'POST',
      path: `${pathname}/USD`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    const body = (await answer.body.json()) as { status: string; balance: number }
    if (answer.statusCode !== 200 || body.status !== 'ok') throw new Error('the wallet refused')
    return body
  }
  if (slots === null) return send
  return async (wallet, body) => {
    await slots.take()
    try {
      return await send(wallet, body)
    } finally {
      slots.release()
    }
  }
}

/** First come, first served. */
function createSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async take(): Promise<void> {
      if (free > 0) free--
      else await new Promise<void>(resolve => void waiting.push(resolve))
    },
    release(): void {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    },
  }
}
