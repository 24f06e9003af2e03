export interface Target {
  readonly kind: 'authserver' | 'peer' | 'bare'
  readonly baseUrl: string
  readonly client: ClientOfTarget
  /** One per connection. */
  readonly people: readonly Person[]
}

export interface ClientOfTarget {
  readonly identifier: string
  readonly secret: string
  readonly redirectUri: string
}

export interface Person {
  readonly email: string
  readonly password: string
}

export interface Slice {
  readonly operations: number
  readonly seconds: number
  /** Latencies in milliseconds. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Processor time of the load generator itself. */
  readonly loadCpuSeconds: number
}

export interface LoadQuestion {
  readonly scenario: string
  readonly target: Target
  readonly connections: number
  readonly millis: number
  /** Only obtains codes and tokens. */
  readonly prepareOnly?: boolean
}
