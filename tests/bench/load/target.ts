/** A server under load. */
export interface Target {
  readonly kind: 'authserver' | 'peer' | 'bare'
  readonly baseUrl: string
  readonly client: ClientOfTarget
  /** One per connection. */
  readonly people: readonly Person[]
}

/** The confidential client that sends the requests. */
export interface ClientOfTarget {
  readonly identifier: string
  readonly secret: string
  readonly redirectUri: string
}

export interface Person {
  readonly email: string
  readonly password: string
}

/** Results of one slice of load. */
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

/** A request to the load generator. */
export interface LoadQuestion {
  readonly scenario: string
  readonly target: Target
  readonly connections: number
  readonly millis: number
  /** Only obtains codes and tokens. */
  readonly prepareOnly?: boolean
}
