import { setTimeout as sleep } from 'node:timers/promises'
import { headerOf, openConnection } from '../load/connection.ts'
import type { Person, Target } from '../load/target.ts'
import { beginSignIn, post, type Visitor } from '../load/visitor.ts'

/** How long a person waits for an answer, in milliseconds. */
const timeoutMs = 5_000
/** Wait of a person who ignores `Retry-After` before the next attempt, in milliseconds. */
const pauseMs = 1_000

export class Crowd {
  /** Answers that said "try again later". */
  refused = 0
  /** Attempts that timed out. */
  gaveUp = 0
  /** All other answers that are not a sign-in. */
  failed = 0
  readonly #target: Target
  readonly #people: readonly Person[]
  readonly #heeds: boolean

  /** @param heeds whether they wait as long as `Retry-After` says */
  constructor(target: Target, people: readonly Person[], heeds: boolean) {
    this.#target = target
    this.#people = people
    this.#heeds = heeds
  }

  /** @returns successful sign-ins per span */
  async signInFor(millis: number, spanMs: number): Promise<number[]> {
    const spans = Array.from({ length: Math.ceil(millis / spanMs) }, () => 0)
    const over = new AbortController()
    const visitors = await this.#openPages()
    const begun = performance.now()
    const loops = visitors.map(async (opened, index) => {
      // They arrive within the first second.
      await sleep((1_000 * index) / visitors.length)
      let visitor = opened
      while (!over.signal.aborted) {
        visitor = await this.#attempt(visitor, over.signal)
        if (!visitor.signedIn) continue
        const span = Math.floor((performance.now() - begun) / spanMs)
        if (span < spans.length) spans[span] = (spans[span] ?? 0) + 1
        visitor.signedIn = false
      }
      visitor.connection.close()
    })
    await sleep(millis)
    over.abort()
    await Promise.allSettled(loops)
    return spans
  }

  async #openPages(): Promise<Impatient[]> {
    const visitors: Impatient[] = []
    for (const person of this.#people) {
      const visitor = await this.#visitor(person)
      visitor.ceremonyId = await beginSignIn(visitor)
      visitors.push(visitor)
    }
    return visitors
  }

  /** @returns the durations of this many sign-ins, in milliseconds: the form's answer only */
  async timesOf(count: number): Promise<number[]> {
    const [person] = this.#people
    const times: number[] = []
    if (!person) return times
    const visitor = await this.#visitor(person)
    for (let i = 0; i < count; i++) {
      const ceremonyId = await beginSignIn(visitor)
      const begun = performance.now()
      const { status } = await post(
        visitor,
        '/auth/pwd',
        { ...person, ceremonyId },
        origin(this.#target),
      )
      times.push(isSignedIn(status) ? performance.now() - begun : Infinity)
      visitor.jar.clear()
    }
    visitor.connection.close()
    return times
  }

  async #attempt(visitor: Impatient, over: AbortSignal): Promise<Impatient> {
    const late = AbortSignal.any([over, AbortSignal.timeout(timeoutMs)])
    const tooLate = Promise.withResolvers<never>()
    late.addEventListener('abort', () => tooLate.reject(late.reason), { once: true })
    try {
      const pauseMs = await Promise.race([this.#submit(visitor), tooLate.promise])
      await sleep(pauseMs, undefined, { signal: over }).catch(() => {})
      return visitor
    } catch {
      visitor.connection.close()
      if (over.aborted) return visitor
      this.gaveUp++
      const { person, ceremonyId, jar } = visitor
      return { ...(await this.#visitor(person)), ceremonyId, jar }
    } finally {
      tooLate.promise.catch(() => {})
    }
  }

  /**
   * Submits the form once.
   * @returns how long the person waits before the next step, in milliseconds
   */
  async #submit(visitor: Impatient): Promise<number> {
    visitor.ceremonyId ||= await beginSignIn(visitor)
    const fields = { ...visitor.person, ceremonyId: visitor.ceremonyId }
    const { status, head } = await post(visitor, '/auth/pwd', fields, origin(this.#target))
    if (isSignedIn(status)) {
      visitor.signedIn = true
      visitor.ceremonyId = ''
      visitor.jar.clear()
      return 0
    }
    if (status === 503) this.refused++
    else this.failed++
    return this.#heeds ? Number(headerOf(head, 'retry-after')) * 1_000 : pauseMs
  }

  async #visitor(person: Person): Promise<Impatient> {
    const target = this.#target
    const connection = await openConnection('127.0.0.1', Number(new URL(target.baseUrl).port))
    const fresh = { jar: new Map<string, string>(), accessToken: '', refreshToken: '' }
    return { ...fresh, person, target, connection, ceremonyId: '', signedIn: false }
  }
}

interface Impatient extends Visitor {
  ceremonyId: string
  signedIn: boolean
}

function origin({ baseUrl }: Target): string {
  return `Origin: ${new URL(baseUrl).origin}\r\n`
}

/** The form redirects to the application or to the next page of the sign-in. */
function isSignedIn(status: number): boolean {
  return status === 302 || status === 303
}
