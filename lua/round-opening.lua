-- Purpose: note whether the bet of a round may have been sent, when the writer that opened it does
--   not know whether it is in the ledger. A driver that takes the round up notes that before it
--   sends the bet; a later note by the opener changes nothing.
-- Includes include/player-state.lua
-- KEYS[1]  the player's recent rounds (see round-open)
-- ARGV[1]  round id
-- ARGV[2]  'unsent': the opener sent no bet; 'taken-up': read from the ledger, the bet is sent next
-- Returns  1
if ARGV[2] == 'unsent' then
  note_recent_round(KEYS[1], ARGV[1], 'x', '', 'o')
else
  note_recent_round(KEYS[1], ARGV[1], 't', '', 'ox')
end
return 1
