-- Purpose: note whether the bet of a round may have been sent that whoever opened it does not know to be in the
--   ledger. Who takes such a round up notes it before its bet; what its opener notes later changes nothing.
-- Includes include/player-state.lua
-- KEYS[1]  the player's recent rounds (see round-open)
-- ARGV[1]  round id
-- ARGV[2]  'unsent': its opener has sent no bet; 'taken-up': read from the ledger, and its bet is sent next
-- Returns  1
if ARGV[2] == 'unsent' then
  note_recent_round(KEYS[1], ARGV[1], 'x', '', 'o')
else
  note_recent_round(KEYS[1], ARGV[1], 't', '', 'ox')
end
return 1
