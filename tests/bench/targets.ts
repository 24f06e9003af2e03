import type { ScenarioName } from './load/scenario-names.ts'

/** What a scenario is compared with, and how close it must come. */
export interface Comparison {
  /**
   * `signatures`, `verifications`: what the processors can do, in the answers' own unit; `bare`: a
   * server of nothing but `node:http`; `next`: an empty route handler; `peer`: `oidc-provider`.
   */
  readonly bound: 'signatures' | 'verifications' | 'bare' | 'next' | 'peer'
  /** Signatures (or verifications) that one useful answer needs; 1 for servers. */
  readonly unitsEach: number
  /** Least ratio to the bound at 16 connections; null: reported, not judged. */
  readonly least: number | null
}

/** Each scenario's comparison; the first is the one that is judged. */
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

/** Resident memory that one worker may take under load, in MiB. */
export const maxMemoryMiB = 400
/** Time from the start to the first ready answer with a database that exists, in seconds. */
export const maxStartSeconds = 2
