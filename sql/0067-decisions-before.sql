-- nodes from 0042
-- Decisions that were open before 0065 count from the last write of their round, which opened them or came later.
UPDATE unfinished_round SET awaiting_since = touched_at
WHERE state = 'in_progress' AND awaiting AND awaiting_since IS NULL;
