-- nodes from 0042
-- Accounts of an operator's people, each in one project, and roles by what people do. Accounts without a project are the
-- platform's own. The name of an operator's account ends with its project, so that a name that is taken in one project says
-- nothing about another. Nodes that do not know the column take such an account for one of the platform: make the first
-- when all nodes are new.
ALTER TABLE admin_account ADD COLUMN project_id text REFERENCES project;
ALTER TABLE admin_account DROP CONSTRAINT admin_account_role_check;
ALTER TABLE admin_account ADD CONSTRAINT admin_account_role_check
  CHECK (role IN ('owner', 'release', 'support', 'finance', 'viewer')) NOT VALID;
ALTER TABLE admin_account DROP CONSTRAINT admin_account_name_check;
ALTER TABLE admin_account ADD CONSTRAINT admin_account_name_check
  CHECK (name ~ '^[a-z0-9][a-z0-9._@-]{0,63}$'
    OR (project_id IS NOT NULL AND name ~ '^[a-z0-9][a-z0-9._-]{0,63}@[a-z0-9_-]{1,64}$')) NOT VALID;
ALTER TABLE admin_account ADD CONSTRAINT admin_account_project_check
  CHECK (project_id IS NULL OR right(name, length(project_id) + 1) = '@' || project_id) NOT VALID;
