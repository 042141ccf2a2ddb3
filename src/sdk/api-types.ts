// SPDX-License-Identifier: Apache-2.0
// The operator API's requests, answers and codes as types. Generated from
// docs/openapi.json by openapi-typescript (`npm run write:api`): not edited by hand.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        LaunchAnswer: {
            /** @constant */
            status: "ok";
            /** @description Address of the game client, with the session token: give it only to that player, never log it. */
            link: string;
            /** @description May contain more informational fields; ignore unknown ones. */
            meta: {
                /** @description Session id, also in wallet callbacks. */
                session_id: string;
                currency: components["schemas"]["Currency"];
                /** @description Standard language code of the session. */
                language: string;
                /** @constant */
                mode: "TEST_ONLY";
            };
        };
        /** @description A grant. Its `meta` is not shown (ours). */
        FreeSpinGrant: {
            grant_id: string;
            external_id: string | null;
            player_id: string;
            currency: components["schemas"]["Currency"];
            symbol: string;
            provider: string;
            /** @description Spins granted. */
            total: number;
            /** @description Spins left; 0 once the grant is finished. */
            remaining: number;
            /** @description Spins whose round has ended. */
            played: number;
            /** @description Bet of one spin. */
            bet: string;
            /** @description Sum of the credited wins of the grant’s rounds. */
            total_win: string;
            /** @enum {unknown} */
            status: "active" | "used" | "expired" | "cancelled";
            /**
             * Format: date-time
             * @description UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC. From this instant on the grant is expired.
             */
            expires_at: string;
            /** @description Null until finished; for an expired grant, its expiry. */
            finished_at: string | null;
        };
        GrantAnswer: {
            /** @constant */
            status: "ok";
            grant: components["schemas"]["FreeSpinGrant"];
        };
        GrantsAnswer: {
            /** @constant */
            status: "ok";
            grants: components["schemas"]["FreeSpinGrant"][];
        };
        TargetOutcome: {
            outcome_id: string;
            external_id: string | null;
            player_id: string;
            symbol: string;
            provider: components["schemas"]["Provider"];
            /** @enum {unknown} */
            kind: "spin" | "bonus";
            /** @description Target win in base bets, as the shortest text: `25`, `2.5`, `0.05` (ours). */
            multiplier: string;
            spin_number: number;
            /** @description Paid spins counted so far, 0 before the entry is ready. Ours: it stops at the spin that applied the entry, at its expiry or its cancel; a round that was rejected or refunded does not count. */
            paid_spins_since: number;
            /** @enum {unknown} */
            status: "pending" | "ready" | "unreachable" | "applied" | "expired" | "cancelled";
            /** @description Modes of the game that a round was found in, for example `base` and `buy`; empty while searching. The names are ours. */
            variants: string[];
            comment: string | null;
            /**
             * Format: date-time
             * @description When it was scheduled.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description From this instant on it is not applied.
             */
            expires_at: string;
            applied_at: string | null;
            round_id: string | null;
        };
        OutcomeAnswer: {
            /** @constant */
            status: "ok";
            outcome: components["schemas"]["TargetOutcome"];
        };
        OutcomesAnswer: {
            /** @constant */
            status: "ok";
            /** @description Newest first. */
            outcomes: components["schemas"]["TargetOutcome"][];
        };
        CancelledRound: {
            round_id: string;
            /** @constant */
            state: "cancelled";
            /** @enum {unknown} */
            result: "cancelled" | "already_cancelled";
            /**
             * @description Ours: `bet_unconfirmed` when the cancel policy closed the round.
             * @enum {unknown}
             */
            reason: "operator_cancel" | "bet_unconfirmed";
            /**
             * @description Ours: `policy` when the cancel policy closed the round.
             * @enum {unknown}
             */
            source: "operator" | "policy";
            refund: {
                /** @description `meta.transaction` of the refund. */
                transaction: string;
                /** @description Decimal; always the whole bet. */
                amount: string;
                /**
                 * @description `pending` until the wallet confirms the refund.
                 * @enum {unknown}
                 */
                status: "pending" | "confirmed";
            };
        };
        RoundCancelAnswer: {
            /** @constant */
            status: "ok";
            round: components["schemas"]["CancelledRound"];
        };
        SessionsEndAnswer: {
            /** @constant */
            status: "ok";
            /** @description The player, who has no session now. */
            player_id: string;
        };
        Project: {
            project_id: string;
            /** @description Where wallet calls go, without the currency at the end. */
            wallet_url: string;
            /** @description Networks that your servers call from. None: only launches are accepted. */
            allowed_networks: string[];
            /** @description Of a launch without `lang`. */
            default_language: string;
            /** @description Wallet calls carry `X-Reelhouse-Signature`. */
            signed_calls: boolean;
            /** @description Your wallet is shown a client certificate (mutual TLS). */
            client_certificate: boolean;
            /** @description Whether a final refusal of a bet rejects its round. False: the bet stays unknown and is repeated. */
            final_refusals: boolean;
            /** @description An unconfirmed bet is cancelled and refunded after so many seconds or attempts, whichever comes first. */
            bet_cancel: {
                after_s: number;
                attempts: number;
            };
            /** @description After it the platform decides for a player; null: a decision has no deadline. */
            decision_deadline_minutes: number | null;
            calls_per_minute: {
                launch: number;
                actions: number;
                reports: number;
            };
            /** @description Stake of a round, by scope and currency. All layers apply together. */
            project_limits: {
                /** @description `default`, `provider:ID` or `game:ID`. */
                scope: string;
                currency: components["schemas"]["Currency"];
                /** @description Minor units; null: no minimum. */
                min_minor: string | null;
                max_minor: string;
            }[];
            /** @description The second limit of one game. Those of a player: `get` of `/playerRtp.do`. */
            game_limits: {
                symbol: string;
                currency: components["schemas"]["Currency"];
                /** @description Minor units; null: no minimum. */
                min_minor: string | null;
                max_minor: string;
            }[];
            /** @description The provider RTP. `set` and `auto` of `/playerRtp.do` bind a new player only where there is one. */
            provider_rtp: {
                provider: string;
                /** @description Hundredths of a percent; null: natural mathematics. */
                bps: number | null;
            }[];
            /** @description What is off: `provider:ID`, `game:ID`, `mode:ante`, `mode:buy`. */
            disabled: string[];
            /** @description Origins whose pages may show a game in a frame. */
            frame_ancestors: string[];
            /** @description Where the home button of a game leads; null: there is none. */
            lobby_url: string | null;
        };
        ProjectGetAnswer: {
            /** @constant */
            status: "ok";
            project: components["schemas"]["Project"];
        };
        ReportRound: {
            round_id: string;
            player_id: string;
            symbol: string;
            currency: components["schemas"]["Currency"];
            /** @constant */
            mode: "TEST_ONLY";
            /**
             * @description `debit_pending`: no confirmation of the bet is recorded yet. `in_progress`: the bet is confirmed, the round goes on. `credit_pending`: the win is not confirmed. `reconciliation_required`: the wallet has not confirmed an operation for 24 hours. The platform keeps trying (ours).
             * @enum {unknown}
             */
            state: "debit_pending" | "in_progress" | "credit_pending" | "settled" | "rejected" | "cancelled" | "reconciliation_required";
            free_spin: boolean;
            bet: {
                amount: string | null;
                status: ("planned" | "sent" | "unknown" | "confirmed" | "rejected") | null;
                /**
                 * @description Ours, with `unknown`: why the last call had no clear answer, as in `BALANCE_UNAVAILABLE`. `refused`: your wallet answered `status: error` with another code than those that end a bet. Absent until the call is logged, about a second, and once the log no longer has it, after a week.
                 * @enum {unknown}
                 */
                cause?: "timeout" | "connection" | "tls" | "http_status" | "invalid_answer" | "refused" | "address_refused" | "busy";
            };
            win: {
                amount: string | null;
                status: ("planned" | "sent" | "unknown" | "confirmed" | "rejected") | null;
                /**
                 * @description Ours, with `unknown`: why the last call had no clear answer, as in `BALANCE_UNAVAILABLE`. `refused`: your wallet answered `status: error` with another code than those that end a bet. Absent until the call is logged, about a second, and once the log no longer has it, after a week.
                 * @enum {unknown}
                 */
                cause?: "timeout" | "connection" | "tls" | "http_status" | "invalid_answer" | "refused" | "address_refused" | "busy";
            };
            refund: {
                amount: string | null;
                status: ("planned" | "sent" | "unknown" | "confirmed" | "rejected") | null;
                /**
                 * @description Ours, with `unknown`: why the last call had no clear answer, as in `BALANCE_UNAVAILABLE`. `refused`: your wallet answered `status: error` with another code than those that end a bet. Absent until the call is logged, about a second, and once the log no longer has it, after a week.
                 * @enum {unknown}
                 */
                cause?: "timeout" | "connection" | "tls" | "http_status" | "invalid_answer" | "refused" | "address_refused" | "busy";
            };
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description The start of the round. `meta.time` of its bet is the same moment in whole seconds.
             */
            created_at: string;
            settled_at: string | null;
            /**
             * @description The platform made the last decision of the round because the project's deadline had passed. Absent otherwise (ours).
             * @constant
             */
            decided_for_player?: true;
            /**
             * @description Of a `rejected` round: the answer of the wallet. Absent otherwise (ours).
             * @enum {unknown}
             */
            refusal_code?: "INSUFFICIENT_FUNDS" | "PLAYER_BLOCKED" | "LIMIT_REACHED" | "SESSION_CLOSED" | "BET_NOT_ALLOWED";
        };
        GgrRow: {
            /**
             * Format: date
             * @description UTC day of the round start.
             */
            day?: string;
            symbol?: string;
            currency: components["schemas"]["Currency"];
            /** @description All rounds that started, whatever became of them (ours). */
            rounds: number;
            cancelled_rounds: number;
            free_spin_rounds: number;
            /** @description Confirmed bets; a free spin bets 0.00. */
            bets: string;
            /** @description Confirmed wins. */
            wins: string;
            /** @description Confirmed refunds of confirmed bets (ours). */
            refunds: string;
            /** @description bets - refunds - wins. */
            ggr: string;
            /** @description Rounds with an unconfirmed operation; its money is not in the totals. */
            pending_operations: number;
        };
        PlayerTotals: {
            player_id: string;
            currency: components["schemas"]["Currency"];
            /** @description Confirmed bets. */
            bets: string;
            /** @description Confirmed wins. */
            wins: string;
            /** @description Confirmed refunds of confirmed bets (ours). */
            refunds: string;
            /** @description wins + refunds - bets. */
            net_wallet_change: string;
            /** @description Confirmed bets, those of free spins included (ours). */
            bet_count: number;
            win_count: number;
            refund_count: number;
            /** @description Operations planned in the period that the wallet has not confirmed. */
            pending: {
                operations: number;
                /** @description Amounts of unconfirmed refunds. */
                refunds: string;
                /** @description Amounts of unconfirmed wins. */
                wins: string;
            };
        };
        ReportRoundsAnswer: {
            /** @constant */
            status: "ok";
            /** @description Newest first. */
            rounds: components["schemas"]["ReportRound"][];
            next_cursor: string | null;
            /** @description Months of the period whose finished rounds were archived: they are not in `rounds`; ask the platform for them. Absent if there are no such months (ours). */
            archived_months?: string[];
        };
        ReportGgrAnswer: {
            /** @constant */
            status: "ok";
            period: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            group_by: ("day" | "symbol" | "currency")[];
            /** @description By day, game and currency (ours). */
            rows: components["schemas"]["GgrRow"][];
        };
        ReportReconciliationAnswer: {
            /** @constant */
            status: "ok";
            /** @description By player and currency (ours). */
            players: components["schemas"]["PlayerTotals"][];
            next_cursor: string | null;
        };
        PlayerRtpRecord: {
            /** @description The player has a personal level with this provider. */
            bound: boolean;
            /** @description Not bound: the level that the player would start with now (ours). */
            startBps: number | null;
            /** @description The automatic level; a manual level does not change it. */
            currentBps: number | null;
            /** @enum {unknown} */
            mode: "auto" | "manual";
            /** @description Rounds that counted toward the adaptive rule since its last step. */
            roundsSinceAdjust: number;
            /** @description The provider RTP of the project. */
            providerBps: number | null;
            /** @description The level in use; null is natural mathematics (ours). */
            effective: {
                /** @description Basis points: 9450 is 94.50 %. */
                bps: number;
                /** @enum {unknown} */
                source: "player" | "provider-cap" | "manual";
            } | null;
            /** @description Of every provider, by currency and provider. The fields are ours. */
            betLimits: {
                currency: components["schemas"]["Currency"];
                provider: components["schemas"]["Provider"];
                min_minor: string;
                max_minor: string;
                /** Format: date-time */
                updated_at: string;
            }[];
            /** @description Newest first. The fields are ours. */
            journal: {
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                change: "bind" | "set" | "auto" | "lower" | "restore" | "bet-limit";
                from_bps: number | null;
                to_bps: number | null;
                reason: string | null;
                /** @enum {unknown} */
                by: "operator" | "admin" | "adaptive";
            }[];
        };
        PlayerRtpAnswer: {
            /** @constant */
            status: "ok";
            player: components["schemas"]["PlayerRtpRecord"];
        };
        /** @enum {unknown} */
        Currency: "UAH" | "USD" | "EUR" | "RUB";
        /** @enum {unknown} */
        Provider: "provider_a" | "provider_b" | "provider_c";
        GameHealth: {
            /** @description The `symbol` of a launch. */
            game_id: string;
            /** @description Standard codes the game accepts at launch. */
            languages: string[];
            /** @description Operator free spins can be granted. */
            free_spins: boolean;
            /** @description Target outcomes can be scheduled. */
            target_outcomes: boolean;
        };
        GameCapability: {
            /** @description The `symbol` of a launch. */
            gameId: string;
            name: string;
            provider: components["schemas"]["Provider"];
            currencies: components["schemas"]["Currency"][];
            /** @description Only `ru`, `en` and `uk`; `/games/health` has every language. */
            languages: ("ru" | "en" | "uk")[];
            defaultCurrency: components["schemas"]["Currency"];
            /** @enum {unknown} */
            defaultLanguage: "ru" | "en" | "uk";
            /** @description Kept for compatibility; the field for free spins is `free_spins` of `/games/health`. Ours: the two are always equal. */
            promoSupported: boolean;
            /** @description Informational. `promo` means operator free spins (ours). */
            modes: ("spin" | "ante" | "purchase" | "gamble" | "promo")[];
            /** @description Informational: whether the game plays at a set RTP level. */
            configurableRtp: boolean;
        };
        CatalogGame: {
            /** @description The `symbol` of a launch. */
            id: string;
            name: string;
            provider: components["schemas"]["Provider"];
            /** @description Changes whenever the mathematics does. */
            version: string;
            mechanics: string[];
            layout: {
                columns: number;
                rows: number;
                /** @enum {unknown} */
                winsBy: "lines" | "ways" | "anywhere" | "cluster";
                /** @description 0 where wins are not by lines. */
                lines: number;
            };
            modes: {
                /** @description The id in the play protocol. */
                id: string;
                /** @enum {unknown} */
                kind: "base" | "ante" | "buy";
                /** @description Price of one round in base bets. */
                priceBets: string;
                /** @description Theoretical return of the natural mathematics, of the price, in percent. */
                rtpPercent: number;
                /**
                 * @description How the figures were computed: from every combination, or from simulated rounds.
                 * @enum {unknown}
                 */
                basis: "exact" | "simulation";
                /** @description Null where the figures are exact. */
                simulation: {
                    rounds: number;
                    /** @description Half the width of the 95 % confidence interval. */
                    halfWidth95Percent: number;
                } | null;
                /** @description Share of rounds that win anything. */
                hitFrequencyPercent: number;
                volatility: {
                    /** @description Standard deviation of the win of one round, in base bets. */
                    deviationBets: number;
                    /** @description Volatility index: the deviation times the 90 % quantile, 1.645. */
                    index90: number;
                };
            }[];
            /** @description Cap of one round, in base bets. */
            maxWinBets: number;
            /** @description Total bets of one base round by currency, ascending: the values that `freespins_create` takes as `bet`. A project may have separate limits. */
            bets: {
                UAH: string[];
                USD: string[];
                EUR: string[];
                RUB: string[];
            };
            features: {
                /** @description Has a feature round, such as free games. */
                feature: boolean;
                featureBuy: boolean;
                anteBet: boolean;
                gamble: boolean;
                /** @description Asks the player to choose during a round. */
                choice: boolean;
                /** @description Operator free spins. */
                freeSpins: boolean;
                targetOutcomes: boolean;
            };
            /** @description Standard codes the game accepts at launch. */
            languages: string[];
            /** @description Address of an SVG picture, 4:3; it changes with its content. */
            picture: string | null;
        };
        SummaryOk: {
            /** @constant */
            status: "ok";
        };
        WalletError: {
            /** @constant */
            status: "error";
            /** @description `INSUFFICIENT_FUNDS` on a `bet` rejects the round: answer it only if the balance is really too low. `TRANSACTION_CANCELLED`: a late bet whose refund came first. Any other text leaves the outcome unknown, and the same operation is sent again. Ours: in a project with the setting `finalRefusals`, in answer to the first attempt of a `bet`, `PLAYER_BLOCKED`, `LIMIT_REACHED`, `SESSION_CLOSED`, `BET_NOT_ALLOWED` reject the round too. */
            message: string;
            balance?: number;
            currency?: components["schemas"]["Currency"];
        };
        WalletOk: {
            /** @constant */
            status: "ok";
            /** @description The player's balance after the operation, at most 2 decimals. */
            balance: number;
            currency: components["schemas"]["Currency"];
        };
        GamesHealth: {
            /** @constant */
            status: "ok";
            games: components["schemas"]["GameHealth"][];
            /** @description Informational: the version and the commit of the node. Do not depend on it. */
            releaseId: string;
        };
        GamesCatalog: {
            /** @constant */
            status: "ok";
            /**
             * @description The platform has no other mode.
             * @constant
             */
            mode: "TEST_ONLY";
            games: components["schemas"]["CatalogGame"][];
        };
        Capabilities: {
            /** @constant */
            status: "ok";
            /**
             * @description The platform has no other mode.
             * @constant
             */
            mode: "TEST_ONLY";
            currencies: {
                code: components["schemas"]["Currency"];
                precision: number;
            }[];
            games: components["schemas"]["GameCapability"][];
            /** @description Default quotas of a project: calls a minute by class. The structure is ours. */
            rateLimits: {
                launch: {
                    limit: number;
                    /** @constant */
                    per: "minute";
                };
                actions: {
                    limit: number;
                    /** @constant */
                    per: "minute";
                };
                reports: {
                    limit: number;
                    /** @constant */
                    per: "minute";
                };
            };
        };
        Health: {
            /** @constant */
            status: "ok";
            /**
             * @description The platform has no other mode.
             * @constant
             */
            mode: "TEST_ONLY";
            /** @description Informational; do not depend on it. */
            runtime: string;
            /** @description Informational: the version and the commit of the node. Do not depend on it. */
            releaseId: string;
        };
        PlayGameRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /**
             * @description Constant `own`.
             * @constant
             */
            provider: "own";
            /** @description The id that you use for the player. */
            player_id: string;
            currency: components["schemas"]["Currency"];
            /** @description Game id, from `/games/health`. */
            symbol: string;
            /** @description Constant `demo`; `REAL_MODE_DISABLED` otherwise. */
            gametype: string;
            /** @description BCP 47; case-insensitive, `_` for `-`. Missing: the project's default language. */
            lang?: string;
            /**
             * @description Selects the client of `provider_b` games; `desktop` when missing.
             * @enum {unknown}
             */
            client_platform?: "desktop" | "mobile";
            /**
             * @description Accepted for compatibility; changes nothing.
             * @enum {unknown}
             */
            region?: "RU" | "NONE";
            /**
             * @deprecated
             * @description Retired: `PROMO_UNSUPPORTED`.
             */
            freespins?: unknown;
        };
        /** @description Gives a player free spins in one game at a fixed bet. */
        FreespinsCreateRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "freespins_create";
            /** @description Printable ASCII, no spaces. The player need not have played before. */
            player_id: string;
            currency: components["schemas"]["Currency"];
            /** @description Game id, from `/games/health`. */
            symbol: string;
            /** @description Spins. */
            count: number;
            /** @description Total bet of one spin: one of the game’s bets in its base mode, within the project’s bet limits. */
            bet: string;
            /** @description ISO 8601 with a zone, from an hour to 30 days from now. Missing: 7 days. */
            expires_at?: string;
            /** @description Your id: 1-128 printable characters without spaces, unique among the project’s grants (ours: outcomes have separate ids). */
            external_id?: string;
            /** @description Stored with the grant; at most 4096 bytes as JSON in UTF-8. */
            meta?: {
                [key: string]: unknown;
            };
        };
        /** @description One grant. */
        FreespinsGetRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "freespins_get";
            /** @description Exactly one of the two ids. */
            grant_id?: string;
            /** @description Exactly one of the two ids. */
            external_id?: string;
        };
        /** @description The project’s grants that match every field sent, newest first. */
        FreespinsListRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "freespins_list";
            /** @description Only this player. */
            player_id?: string;
            symbol?: string;
            currency?: components["schemas"]["Currency"];
            /** @enum {unknown} */
            status?: "active" | "used" | "expired" | "cancelled";
        };
        /** @description Ends an active grant; a started spin finishes. A finished grant is returned unchanged. */
        FreespinsCancelRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "freespins_cancel";
            /** @description Exactly one of the two ids. */
            grant_id?: string;
            /** @description Exactly one of the two ids. */
            external_id?: string;
        };
        OutcomeScheduleRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "outcome_schedule";
            /** @description 1-128 printable characters, spaces included. Ours: the player need not have played; the first request stores the id. */
            player_id: string;
            /** @description A game with `target_outcomes` true in `/games/health`. */
            symbol: string;
            /** @description Target win in base bets: positive, at most 2 decimals, at most 7 digits before the point, not above the maximum win of the game. Ours: text has no sign, exponent or leading zero. */
            multiplier: number | string;
            /**
             * @description `spin` (default): a win without the feature. `bonus`: a win with the feature, triggered or bought.
             * @enum {unknown}
             */
            kind?: "spin" | "bonus";
            /** @description Default 1. */
            spin_number?: number;
            /** @description ISO 8601 with a zone, in 1 hour to 90 days. Default: in 7 days. */
            expires_at?: string;
            /** @description 1-128 printable characters without spaces, unique among the outcomes of the project. */
            external_id?: string;
            /** @description Free text of at most 500 characters. */
            comment?: string;
        };
        /** @description Exactly one of `outcome_id` and `external_id`; for a cancel that is ours. */
        OutcomeGetRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "outcome_get";
            /** @description The platform's id. */
            outcome_id?: string;
            /** @description The operator's id. */
            external_id?: string;
        };
        /** @description Only entries that match every filter. Ours: an unknown player or game gives an empty list. */
        OutcomeListRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "outcome_list";
            /** @description Only this player. */
            player_id?: string;
            symbol?: string;
            /** @enum {unknown} */
            status?: "pending" | "ready" | "unreachable" | "applied" | "expired" | "cancelled";
        };
        /** @description Exactly one of `outcome_id` and `external_id`; for a cancel that is ours. */
        OutcomeCancelRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "outcome_cancel";
            /** @description The platform's id. */
            outcome_id?: string;
            /** @description The operator's id. */
            external_id?: string;
        };
        RoundCancelRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "round_cancel";
            /** @description The `meta.round_id` of the round’s wallet callbacks. */
            round_id: string;
        };
        SessionsEndRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "sessions_end";
            /** @description The player whose sessions end; need not have played before. */
            player_id: string;
        };
        ProjectGetRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "project_get";
        };
        ReportRoundsRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "report_rounds";
            /** @description Only this player. */
            player_id?: string;
            /** @description Only this game. A game without rounds gives no rows, published or not (ours). */
            symbol?: string;
            /** @description Only this currency. */
            currency?: components["schemas"]["Currency"];
            /** @description Only this round. */
            round_id?: string;
            /**
             * @description `pending`: every state other than these three (ours): rows with `debit_pending`, `in_progress`, `credit_pending` and `reconciliation_required`.
             * @enum {unknown}
             */
            state?: "settled" | "pending" | "cancelled" | "rejected";
            /** @description Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
            from?: string;
            /** @description Exclusive; later than `from` (ours). The same forms as `from`. */
            to?: string;
            /**
             * @description Rows per page.
             * @default 100
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page, with the same filters; `limit` may differ (ours). */
            cursor?: string;
        };
        ReportGgrRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "report_ggr";
            /** @description Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
            from?: string;
            /** @description Exclusive; now by default. Without `from` the period is the 31 days before it; at most 366 days after `from`. */
            to?: string;
            /**
             * @description Fewer keys give coarser totals. Rows are always split by currency and contain it, because amounts of different currencies are never added (ours).
             * @default [
             *       "day",
             *       "symbol",
             *       "currency"
             *     ]
             */
            group_by?: ("day" | "symbol" | "currency")[];
            /** @description Only this game. A game without rounds gives no rows, published or not (ours). */
            symbol?: string;
            /** @description Only this currency. */
            currency?: components["schemas"]["Currency"];
        };
        ReportReconciliationRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            method: "report_reconciliation";
            /** @description Only this player. */
            player_id?: string;
            /** @description Only this currency. */
            currency?: components["schemas"]["Currency"];
            /** @description Inclusive. ISO date (its midnight in UTC) or date-time; without a zone it is UTC (ours). */
            from?: string;
            /** @description Exclusive; later than `from` (ours). The same forms as `from`. */
            to?: string;
            /**
             * @description Rows per page.
             * @default 200
             */
            limit?: number;
            /** @description The `next_cursor` of the previous page, with the same filters; `limit` may differ (ours). */
            cursor?: string;
        };
        /** @description The player’s level with the provider, bet limits and journal. Does not store the player. */
        PlayerRtpGetRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            action: "get";
            /** @description The player, as at launch. */
            player_id: string;
            /**
             * @description Whose level it is, and in whose games a bet limit applies. Pass it explicitly.
             * @default provider_a
             */
            provider?: components["schemas"]["Provider"];
        };
        /** @description Sets a manual level from the next round on, which is not capped by the provider RTP. It freezes the adaptive rule. A new player is bound first. */
        PlayerRtpSetRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            action: "set";
            /** @description The player, as at launch. */
            player_id: string;
            /**
             * @description Whose level it is, and in whose games a bet limit applies. Pass it explicitly.
             * @default provider_a
             */
            provider?: components["schemas"]["Provider"];
            /** @description Percent, 60-100, at most two decimals; as a number or a decimal text. */
            rtp: string | number;
            /** @description Up to 200 characters, shown in the journal. */
            reason?: string;
        };
        /** @description Returns to the player’s automatic level. A new player is bound. */
        PlayerRtpAutoRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            action: "auto";
            /** @description The player, as at launch. */
            player_id: string;
            /**
             * @description Whose level it is, and in whose games a bet limit applies. Pass it explicitly.
             * @default provider_a
             */
            provider?: components["schemas"]["Provider"];
            /** @description Up to 200 characters, shown in the journal. */
            reason?: string;
        };
        /** @description Sets the player’s limit for the total stake of a round, in one currency with one provider. */
        PlayerRtpBetLimitRequest: {
            /** @description Project id. */
            partner: string;
            /** @description Project secret key. */
            api_key: string;
            /** @constant */
            action: "bet-limit";
            /** @description The player, as at launch. */
            player_id: string;
            /**
             * @description Whose level it is, and in whose games a bet limit applies. Pass it explicitly.
             * @default provider_a
             */
            provider?: components["schemas"]["Provider"];
            currency: components["schemas"]["Currency"];
            /** @description Digits, minor units, at least 1. Null together with `max_minor`: no limit. */
            min_minor: string | null;
            /** @description Digits, minor units, at least `min_minor`. */
            max_minor: string | null;
        };
        SessionInfoCallback: {
            /** @constant */
            method: "session_info";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            /** @description The player, as the launch named it. */
            player_id: string;
            /** @description The session that the launch answered. */
            session_id: string;
        };
        BetCallback: {
            /** @constant */
            method: "bet";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            /** @description The player, as the launch named it. */
            player_id: string;
            /** @description The session that the launch answered. */
            session_id: string;
            /** @description The same as at the end of the address. */
            currency: components["schemas"]["Currency"];
            /** @description Game id, the `symbol` of the launch. */
            game: string;
            /** @description Unix time of the operation's first attempt; a repeat carries the same. */
            timestamp: number;
            /** @description What to debit; 0 in a free spin. At most 2 decimals; read it exactly. */
            amount: number;
            meta: {
                /** @description Unique id of the operation: apply it once, answer repeats from your record. */
                transaction: string;
                /** @description The round; the `round_id` of reports. */
                round_id: string;
                /** @description Unix time, the same as `timestamp`. */
                time: number;
                /**
                 * @description A round of operator free spins.
                 * @constant
                 */
                is_freespins?: true;
                /** @description Only in rounds of operator free spins. */
                freespins?: {
                    /** @description The grant the round belongs to. */
                    grant_id: string;
                    external_id: string | null;
                    /** @description The bet that each spin is worth. */
                    nominal_bet: number;
                    /** @description Spins left after this one. */
                    remaining: number;
                };
            };
        };
        WinCallback: {
            /** @constant */
            method: "win";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            /** @description The player, as the launch named it. */
            player_id: string;
            /** @description The session that the launch answered. */
            session_id: string;
            /** @description The same as at the end of the address. */
            currency: components["schemas"]["Currency"];
            /** @description Game id, the `symbol` of the launch. */
            game: string;
            /** @description Unix time of the operation's first attempt; a repeat carries the same. */
            timestamp: number;
            /** @description What to credit. At most 2 decimals; read it exactly. */
            amount: number;
            meta: {
                /** @description Unique id of the operation: apply it once, answer repeats from your record. */
                transaction: string;
                /** @description The round; the `round_id` of reports. */
                round_id: string;
                /** @description Unix time, the same as `timestamp`. */
                time: number;
                /**
                 * @description A round of operator free spins.
                 * @constant
                 */
                is_freespins?: true;
                /** @description Only in rounds of operator free spins. */
                freespins?: {
                    /** @description The grant the round belongs to. */
                    grant_id: string;
                    external_id: string | null;
                    /** @description The bet that each spin is worth. */
                    nominal_bet: number;
                    /** @description Spins left after this one. */
                    remaining: number;
                };
            };
        };
        RoundInfoCallback: {
            /** @constant */
            method: "round_info";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            /** @description The player, as the launch named it. */
            player_id: string;
            /** @description The session that the launch answered. */
            session_id: string;
            /** @description The same as at the end of the address. */
            currency: components["schemas"]["Currency"];
            /** @description Game id, the `symbol` of the launch. */
            game: string;
            /** @description Unix time of the operation's first attempt; a repeat carries the same. */
            timestamp: number;
            /**
             * @description Only in rounds of a target outcome.
             * @constant
             */
            forced?: true;
            meta: {
                /**
                 * @description Ours: which end of the round it reports.
                 * @enum {unknown}
                 */
                event: "start" | "finish";
                /** @description The round; the `round_id` of reports. */
                round_id: string;
                /** @description Unix time, the same as `timestamp`. */
                time: number;
            };
        };
        RefundCallback: {
            /** @constant */
            method: "refund";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            /** @description The player, as the launch named it. */
            player_id: string;
            /** @description The session that the launch answered. */
            session_id: string;
            /** @description The same as at the end of the address. */
            currency: components["schemas"]["Currency"];
            /** @description Game id, the `symbol` of the launch. */
            game: string;
            /** @description Unix time of the operation's first attempt; a repeat carries the same. */
            timestamp: number;
            /** @description The whole bet. At most 2 decimals; read it exactly. */
            amount: number;
            meta: {
                /** @description Unique id of the operation: apply it once, answer repeats from your record. */
                transaction: string;
                /** @description The bet's `meta.transaction`. */
                original_transaction: string;
                /** @description The round; the `round_id` of reports. */
                round_id: string;
                /** @description Unix time, the same as `timestamp`. */
                time: number;
            };
        };
        FreespinsFinishedCallback: {
            /** @constant */
            method: "freespins_finished";
            /** @description The project's key: compare it in constant time, refuse any other. */
            api_key: string;
            grant_id: string;
            external_id: string | null;
            /** @description The player, as the launch named it. */
            player_id: string;
            currency: components["schemas"]["Currency"];
            /** @description Game id, the `symbol` of the launch. */
            game: string;
            /** @description Ours: Unix time of `finished_at`. */
            timestamp: number;
            /** @enum {unknown} */
            status: "used" | "expired" | "cancelled";
            /** @description Spins granted. */
            total: number;
            /** @description Spins played. */
            played: number;
            /** @description Bet of each spin, a decimal. */
            bet: string;
            /** @description What the spins won, credited already by `win`. */
            total_win: string;
            /** @description ISO 8601, UTC. */
            finished_at: string;
        };
        Error: {
            /** @constant */
            status: "error";
            /** @description The code. */
            message: string;
            /** @description Ours, with `INVALID_REQUEST`: the first field that is missing, wrong or unknown; within a field its path, in the form `list[2].name`; at most 100 characters. Absent if an unknown field has a name unlike those of the API, and if the body as a whole is wrong: `cause` says how. */
            field?: string;
            /** @description Ours, with `IP_NOT_ALLOWED`: the caller's address as the platform saw it; null if a trusted proxy named no readable one. */
            address?: string | null;
            /**
             * @description Ours, with `INVALID_REQUEST`, if the body as a whole is wrong. `too_large`: more than 64 KB. `content_type`: not `application/json`. `not_json`: not a JSON object in UTF-8, or a key twice in one object. With `BALANCE_UNAVAILABLE`: `timeout`: the answer of the wallet was not complete within 2 seconds. `connection`: there was no connection, or it broke. `tls`: the certificate is not trusted, or TLS failed otherwise. `http_status`: a status other than 200. `invalid_answer`: not JSON, another currency, or not a balance with at most two decimals. `refused`: `status` was `error`. `address_refused`: the host leads to an address that may not be called. `busy`: too many calls to the wallet were under way, nothing was sent.
             * @enum {unknown}
             */
            cause?: "timeout" | "connection" | "tls" | "http_status" | "invalid_answer" | "refused" | "address_refused" | "busy" | "too_large" | "content_type" | "not_json";
        };
        /** @enum {string} */
        ErrorCode: "UNAUTHORIZED" | "IP_NOT_ALLOWED" | "INVALID_REQUEST" | "INVALID_IDEMPOTENCY_KEY" | "IDEMPOTENCY_CONFLICT" | "REQUEST_FAILED" | "FORBIDDEN" | "RATE_LIMITED" | "DATABASE_UNAVAILABLE" | "UNSUPPORTED_GAME" | "UNSUPPORTED_LANGUAGE" | "REAL_MODE_DISABLED" | "PROMO_UNSUPPORTED" | "ROUND_IN_PROGRESS" | "BALANCE_UNAVAILABLE" | "PLAYER_BLOCKED" | "INVALID_METHOD" | "METHOD_RETIRED" | "GAME_NOT_FOUND" | "DUPLICATE_EXTERNAL_ID" | "PROJECT_BET_LIMIT" | "INVALID_COUNT" | "INVALID_FREE_SPIN_BET" | "INVALID_EXPIRY" | "FREE_SPINS_UNSUPPORTED" | "GRANT_NOT_FOUND" | "FORCED_OUTCOMES_UNSUPPORTED" | "GAME_HAS_NO_BONUS" | "INVALID_MULTIPLIER" | "MULTIPLIER_ABOVE_MAX_WIN" | "INVALID_SPIN_NUMBER" | "INVALID_KIND" | "OUTCOME_NOT_FOUND" | "ROUND_NOT_FOUND" | "ROUND_NOT_CANCELLABLE" | "ROUND_BUSY" | "INVALID_PERIOD" | "INVALID_CURSOR" | "INVALID_GROUP_BY" | "INVALID_STATE" | "INVALID_LIMIT" | "INVALID_FROM" | "INVALID_TO" | "INVALID_PLAYER_ID" | "INVALID_SYMBOL" | "INVALID_ROUND_ID" | "INVALID_ACTION" | "INVALID_PLAYER" | "RTP_PROVIDER_UNSUPPORTED" | "RTP_LEVEL_INVALID" | "RTP_LEVEL_OUT_OF_RANGE" | "RTP_POLICY_REQUIRED" | "INVALID_REASON" | "INVALID_CURRENCY" | "INVALID_BET_LIMIT" | "METHOD_NOT_ALLOWED" | "NOT_FOUND";
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type LaunchAnswer = components['schemas']['LaunchAnswer'];
export type FreeSpinGrant = components['schemas']['FreeSpinGrant'];
export type GrantAnswer = components['schemas']['GrantAnswer'];
export type GrantsAnswer = components['schemas']['GrantsAnswer'];
export type TargetOutcome = components['schemas']['TargetOutcome'];
export type OutcomeAnswer = components['schemas']['OutcomeAnswer'];
export type OutcomesAnswer = components['schemas']['OutcomesAnswer'];
export type CancelledRound = components['schemas']['CancelledRound'];
export type RoundCancelAnswer = components['schemas']['RoundCancelAnswer'];
export type SessionsEndAnswer = components['schemas']['SessionsEndAnswer'];
export type Project = components['schemas']['Project'];
export type ProjectGetAnswer = components['schemas']['ProjectGetAnswer'];
export type ReportRound = components['schemas']['ReportRound'];
export type GgrRow = components['schemas']['GgrRow'];
export type PlayerTotals = components['schemas']['PlayerTotals'];
export type ReportRoundsAnswer = components['schemas']['ReportRoundsAnswer'];
export type ReportGgrAnswer = components['schemas']['ReportGgrAnswer'];
export type ReportReconciliationAnswer = components['schemas']['ReportReconciliationAnswer'];
export type PlayerRtpRecord = components['schemas']['PlayerRtpRecord'];
export type PlayerRtpAnswer = components['schemas']['PlayerRtpAnswer'];
export type Currency = components['schemas']['Currency'];
export type Provider = components['schemas']['Provider'];
export type GameHealth = components['schemas']['GameHealth'];
export type GameCapability = components['schemas']['GameCapability'];
export type CatalogGame = components['schemas']['CatalogGame'];
export type SummaryOk = components['schemas']['SummaryOk'];
export type WalletError = components['schemas']['WalletError'];
export type WalletOk = components['schemas']['WalletOk'];
export type GamesHealth = components['schemas']['GamesHealth'];
export type GamesCatalog = components['schemas']['GamesCatalog'];
export type Capabilities = components['schemas']['Capabilities'];
export type Health = components['schemas']['Health'];
export type PlayGameRequest = components['schemas']['PlayGameRequest'];
export type FreespinsCreateRequest = components['schemas']['FreespinsCreateRequest'];
export type FreespinsGetRequest = components['schemas']['FreespinsGetRequest'];
export type FreespinsListRequest = components['schemas']['FreespinsListRequest'];
export type FreespinsCancelRequest = components['schemas']['FreespinsCancelRequest'];
export type OutcomeScheduleRequest = components['schemas']['OutcomeScheduleRequest'];
export type OutcomeGetRequest = components['schemas']['OutcomeGetRequest'];
export type OutcomeListRequest = components['schemas']['OutcomeListRequest'];
export type OutcomeCancelRequest = components['schemas']['OutcomeCancelRequest'];
export type RoundCancelRequest = components['schemas']['RoundCancelRequest'];
export type SessionsEndRequest = components['schemas']['SessionsEndRequest'];
export type ProjectGetRequest = components['schemas']['ProjectGetRequest'];
export type ReportRoundsRequest = components['schemas']['ReportRoundsRequest'];
export type ReportGgrRequest = components['schemas']['ReportGgrRequest'];
export type ReportReconciliationRequest = components['schemas']['ReportReconciliationRequest'];
export type PlayerRtpGetRequest = components['schemas']['PlayerRtpGetRequest'];
export type PlayerRtpSetRequest = components['schemas']['PlayerRtpSetRequest'];
export type PlayerRtpAutoRequest = components['schemas']['PlayerRtpAutoRequest'];
export type PlayerRtpBetLimitRequest = components['schemas']['PlayerRtpBetLimitRequest'];
export type SessionInfoCallback = components['schemas']['SessionInfoCallback'];
export type BetCallback = components['schemas']['BetCallback'];
export type WinCallback = components['schemas']['WinCallback'];
export type RoundInfoCallback = components['schemas']['RoundInfoCallback'];
export type RefundCallback = components['schemas']['RefundCallback'];
export type FreespinsFinishedCallback = components['schemas']['FreespinsFinishedCallback'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
