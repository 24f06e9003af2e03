/** A server that load is put on. */
export interface Target {
  readonly kind: 'authserver' | 'peer' | 'bare'
  readonly baseUrl: string
  readonly client: ClientOfTarget
  /** One for each connection. */
  readonly people: readonly Person[]
}

/** The confidential client that asks. */
export interface ClientOfTarget {
  readonly identifier: string
  readonly secret: string
  readonly redirectUri: string
}

export interface Person {
  readonly email: string
  readonly password: string
}

/** What one slice of load came to. */
export interface Slice {
  readonly operations: number
  readonly seconds: number
  /** Latencies of operations in milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Processor time of the load generator itself. */
  readonly loadCpuSeconds: number
}

/** What the load process is asked to do. */
export interface LoadQuestion {
  readonly scenario: string
  readonly target: Target
  readonly connections: number
  readonly millis: number
  /** Get what operations use up (codes, tokens) and stop there. */
  readonly prepareOnly?: boolean
}
