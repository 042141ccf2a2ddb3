-- nodes from 0042
-- How many play sockets each running node has, and whether players may be sent to it: a node with more than its share
-- sends idle ones to the others. Nodes of before this file report neither, and are left out.
ALTER TABLE node_state
  ADD COLUMN sockets integer,
  ADD COLUMN takes_sockets boolean NOT NULL DEFAULT false;
