// A wallet call as ours prints it, for contestants that make the same calls.

export const BODY = JSON.stringify({
  method: 'bet',
  api_key: 'bench-key',
  player_id: 'player-1',
  session_id: '019383a0-7c00-7000-8000-000000000000',
  currency: 'USD',
  game: 'forty-suns',
  timestamp: 1_763_800_000,
  amount: 0.4,
  transaction: 'bet-019383a0-7c00-7000-8000-000000000000',
  round_id: '019383a0-7c00-7000-8000-000000000000',
})
