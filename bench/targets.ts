import type { ScenarioName } from './load/scenario-names.ts'

export interface Comparison {
  /**
   * `signatures`, `verifications`: the processors' limit, in the answers' own unit; `bare`: a `node:http`
   * server; `next`: an empty route handler; `peer`: `oidc-provider`.
   */
  readonly bound: 'signatures' | 'verifications' | 'bare' | 'next' | 'peer'
  /** Signatures or verifications per useful answer; 1 for servers. */
  readonly unitsEach: number
  /** Minimum ratio to the bound at 16 connections; null: reported, not judged. */
  readonly least: number | null
}

/** Each scenario's comparisons; the first is judged. */
export const comparisons: Readonly<Record<ScenarioName, Comparison>> = {
  discovery: { bound: 'bare', unitsEach: 1, least: 0.4 },
  certs: { bound: 'bare', unitsEach: 1, least: 0.4 },
  'client-credentials': { bound: 'signatures', unitsEach: 1, least: 0.85 },
  'code-exchange': { bound: 'signatures', unitsEach: 3, least: 0.85 },
  refresh: { bound: 'signatures', unitsEach: 3, least: 0.85 },
  userinfo: { bound: 'peer', unitsEach: 1, least: 0.6 },
  authorize: { bound: 'peer', unitsEach: 1, least: 0.9 },
  'sign-in': { bound: 'peer', unitsEach: 1, least: 0.9 },
  'user-search': { bound: 'next', unitsEach: 1, least: null },
}

/** Maximum resident memory of one worker under load, in MiB. */
export const maxMemoryMiB = 400
/** Maximum time from the start to the first ready answer with an existing database, in seconds. */
export const maxStartSeconds = 2
