import { z } from 'zod'
import { timestamp } from '../common.ts'
import { keyIdentifier, keyState } from './keys.ts'

/** Counting of sign-ins and sessions stops here: a count at the limit means "at least". */
export const countLimit = 100_000

/** A condition that needs an administrator's attention. */
const dashboardWarning = z.enum([
  'generated_password_used',
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
  'clients_await_approval',
  'logout_notifications_failed',
  'provider_refuses',
  'provider_open_to_all',
  'provider_secret_expires',
  'password_policy_low',
])

/** One day of the audit log, in UTC. */
const signInDay = z
  .object({
    date: z.iso.date().describe('The day, from midnight to midnight UTC.'),
    signIns: z.int().describe('Sessions started, and password grants.'),
    refused: z.int().describe('Wrong passwords and codes.'),
  })
  .meta({ id: 'SignInDay' })

/** The dashboard; a part is null when the caller's scopes do not cover its domain. */
export const dashboard = z
  .object({
    users: z
      .object({
        users: z.int().describe('All users, disabled ones included.'),
        groups: z.int().describe('All groups.'),
        sessions: z.int().describe(`Live ones; counting stops at ${countLimit}.`),
      })
      .nullable()
      .describe('Of the users domain; null when the scopes do not open it.'),
    clients: z
      .object({ clients: z.int().describe('All clients, disabled ones included.') })
      .nullable()
      .describe('Of the clients domain; null when the scopes do not open it.'),
    settings: z
      .object({
        resources: z.int().describe('All resources; their list opens to the same scopes.'),
        signInDays: z
          .array(signInDay)
          .describe(`The last days, the oldest first; counting a day stops at ${countLimit}.`),
        keys: z
          .array(
            z.object({
              state: keyState,
              keyIdentifier,
              createdAt: timestamp.describe('When the key was made.'),
              ageInDays: z.int().describe('Whole days since `createdAt`.'),
            }),
          )
          .describe('The signing keys: next, current, previous.'),
        warnings: z.array(dashboardWarning).describe('The gravest first.'),
      })
      .nullable()
      .describe('Of the settings domain; null when the scopes do not open it.'),
  })
  .meta({ id: 'Dashboard' })
