import { z } from 'zod'
import { timestamp } from '../common.ts'

/** Where counting of sign-ins and sessions stops: a number that is reached says "at least". */
export const countLimit = 100_000

/** What an administrator should look at. */
export const dashboardWarning = z.enum([
  'rate_limiter_off',
  'base_url_not_https',
  'trusted_proxies_missing',
  'issuer_differs',
  'password_policy_none',
  'self_registration_unverified',
  'mail_off',
  'mail_unencrypted',
  'implicit_flow_on',
  'password_grant_on',
  'pkce_optional',
  'dynamic_registration_open',
  'audit_log_not_stored',
  'key_old',
  'password_policy_low',
])

/** A day of the audit log, in UTC. */
const signInDay = z
  .object({
    date: z.iso.date(),
    signIns: z.int().describe('Sessions started, and password grants.'),
    refused: z.int().describe('Wrong passwords and codes.'),
  })
  .meta({ id: 'SignInDay' })

/** How the server stands; a part is null when the caller's scopes do not open its domain. */
export const dashboard = z
  .object({
    users: z
      .object({
        users: z.int(),
        groups: z.int(),
        sessions: z.int().describe(`Live ones; counting stops at ${countLimit}.`),
      })
      .nullable()
      .describe('Of the users domain.'),
    clients: z.object({ clients: z.int() }).nullable().describe('Of the clients domain.'),
    settings: z
      .object({
        resources: z.int().describe('Their list opens to the same scopes.'),
        signInDays: z
          .array(signInDay)
          .describe(`The last days, the oldest first; counting a day stops at ${countLimit}.`),
        keys: z.array(
          z.object({
            state: z.enum(['next', 'current', 'previous']),
            keyIdentifier: z.string().describe('The `kid`.'),
            createdAt: timestamp,
            ageInDays: z.int().describe('Whole days since then.'),
          }),
        ),
        warnings: z.array(dashboardWarning).describe('The gravest first.'),
      })
      .nullable()
      .describe('Of the settings domain.'),
  })
  .meta({ id: 'Dashboard' })
