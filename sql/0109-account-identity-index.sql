-- concurrently
-- nodes from 0042
-- A person of the provider has one account.
DROP INDEX CONCURRENTLY IF EXISTS admin_account_identity;
CREATE UNIQUE INDEX CONCURRENTLY admin_account_identity ON admin_account (oidc_issuer, oidc_subject);
