import type { output, ZodMiniType } from 'zod/mini'
import { type NoticeName, noticeOf, withNotice } from '#app/_ui/feedback/notices.ts'
import { type Api, type ApiCaller, makeApi } from '#app/_ui/shell/make-api.ts'
import { type CookieChange, noStore, type Outcome } from '#lib/answers/outcome.ts'
import { ApiError } from '#lib/api/client.ts'
import { signInAddress } from '#lib/console/addresses.ts'
import { admit, type Visitor } from '#lib/console/guard.ts'
import { lastingToken } from '#lib/console/session.ts'
import type { Context } from '#lib/context.ts'
import { formEndpoint, type SentForm } from '#lib/http/form-endpoint.ts'
import { pictureMaxBytes } from '#lib/http/page-settings.ts'
import { languageCookie } from '#lib/http/preferences.ts'
import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import { textsIn } from '#lib/i18n/texts.ts'
import { withSeconds } from './duration-parts.ts'
import type { FormState, SubmittedForm, ToldConflict, Undo } from './form-state.ts'
import { FormRefusal, textOfField } from './form-values.ts'
import { mebibytes } from './mebibytes.ts'
import { type FieldConflict, type FormValues, mergeForm } from './merge-form.ts'
import { CallPreview, previewingFetch } from './preview-call.ts'
import { callField, readField, typedValues } from './typed-values.ts'

export type Texts = ReturnType<typeof textsIn>

/** A form as the work of its route receives it. */
export interface Submission {
  readonly api: Api
  /** The visitor's `sub`. */
  readonly subject: string
  readonly form: FormData
  readonly t: Texts
  readonly language: Language
  /** Query of the page with the form. */
  readonly query: URLSearchParams
  /**
   * A record's id from the address.
   * @throws FormRefusal if it is none
   */
  id(name?: string): number
  /** A variable segment of the address; '' for one that it does not have. */
  param(name: string): string
  /**
   * Parses values by a schema.
   * @throws FormRefusal for the first invalid field, with the schema's message
   */
  check<Schema extends ZodMiniType>(schema: Schema, values: FormValues): output<Schema>
  /**
   * The form to save: its own changes, with every other field as stored now (`mergeForm`).
   * @param current the form's initial values, if the page were loaded now
   * @throws FormRefusal if a concurrent save set fields to other values; when sent again, the form wins
   */
  keepChanges(current: FormValues): FormData
}

/** What follows a form. */
export type Result =
  /** Back to the form's page, or to another page, with a message there. */
  | {
      readonly done: NoticeName
      readonly to?: string
      /** The visitor's account has this locale from now on: an earlier choice in this browser gives way. */
      readonly locale?: string
    }
  | { readonly to: string; readonly done?: undefined }
  /** The form's page, with a message or a value that only this answer shows. */
  | {
      readonly message: string
      readonly shown?: unknown
      readonly isStale?: boolean
      /** Takes the act back. */
      readonly undo?: Undo
      /** The page that shows the message, which has an `undo`. */
      readonly to?: string
    }

/** How the form shows refusals of the API. */
export interface Refusals {
  /** Prefixes of codes and the fields they concern; the first match wins, so narrow prefixes come first. */
  readonly fields?: Readonly<Record<string, string>>
  /** Translations of codes whose texts the API has only in English. */
  readonly texts?: Readonly<Record<string, string>>
  /** Codes which say that the page shows an outdated record. */
  readonly stale?: readonly string[] | 'any'
}

interface Settings {
  /** The largest picture of an upload, in MiB. */
  readonly maxPicture: string
}

type RefusalsOf = (t: Texts, settings: Settings) => Refusals

/**
 * Makes a route file's functions from the work of a console form. The visitor's session is looked up before the body is
 * read. A browser without scripts gets a redirect after a success; after a refusal it gets the page again, with the
 * message and the typed values. A script gets the same result as JSON. If the visitor asks for the form's request of
 * the API (`callField`), the work runs up to that request, which is shown and not sent.
 * @param work reads the form and calls the API
 */
export function submitRoute(
  work: (submission: Submission) => Promise<Result>,
  refusalsOf: RefusalsOf = () => ({}),
) {
  return formEndpoint(async (ctx, sent) => {
    const page = pageOf(sent)
    const admission = await admit(ctx, page, sent.cookies.console)
    if (admission?.kind !== 'admitted') return sessionEnded(sent, admission?.location ?? '/')
    const { visitor, session } = admission
    const accessToken = lastingToken(ctx, sent.cookies.console, session, sent.clock)
    const caller = { ...visitor, accessToken }
    const wanted = [ctx.chosenLanguage?.tag ?? '', visitor.locale]
    const language = chooseLanguage(wanted, ctx.acceptLanguage)
    const form = withSeconds(await sent.read())
    const t = textsIn(language)
    const isPreview = form.has(callField)
    const api = isPreview ? previewingApi(ctx, caller, language) : makeApi(caller, language)
    const made = submissionOf(sent, form, api, language)
    const submission = { ...made, subject: visitor.subject }
    const id = crypto.randomUUID()
    // The page of the answer is read with a token that the work may have renewed.
    const reader = async () => ({ ...visitor, accessToken: await accessToken() })
    try {
      const result = await work(submission)
      const answer = answerResult(result, { sent, page, visitor: await reader(), t, id })
      return 'locale' in result ? { ...answer, cookies: choiceFor(ctx, result.locale) } : answer
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        return sessionEnded(sent, signInAddress(page))
      }
      const again = { sent, page, visitor: await reader(), form }
      if (error instanceof CallPreview) {
        return sameForm(200, again, { kind: 'previewed', call: error.call, id })
      }
      const maxPicture = mebibytes(pictureMaxBytes(ctx.config), language)
      const { status, ...state } = refusalOf(ctx, error, t, refusalsOf(t, { maxPicture }))
      return sameForm(status, again, { ...state, id })
    }
  }, pageOf)
}

/** Sends what reads, and shows the first request that would change something. */
function previewingApi(ctx: Context, caller: ApiCaller, language: Language): Api {
  const send = previewingFetch(caller.apiUrl, ctx.config.baseUrl)
  return makeApi(caller, language, undefined, send)
}

type Untyped<State> = State extends { readonly typed: unknown } ? Omit<State, 'typed'> : never

/** The form again, as it was sent; without scripts on its page. */
function sameForm(
  status: number,
  { form, ...answering }: Answering & { readonly form: FormData },
  state: Untyped<FormState>,
): Outcome {
  const read = state.read ?? textOfField(form, readField)
  const shown = { ...state, ...(read && { read }) }
  return answering.sent.byScript
    ? json(status, { ...shown, typed: null })
    : pageOutcome(status, answering, { ...shown, typed: typedValues(form) })
}

/** The cookie of an earlier choice of a language, which now follows the account. */
function choiceFor({ chosenLanguage, now }: Context, locale = ''): readonly CookieChange[] {
  return chosenLanguage?.tag ? [languageCookie(chooseLanguage([locale], ''), now)] : []
}

/** The page beside the route file, without a message of an earlier form. */
function pageOf({ path, query }: Pick<SentForm, 'path' | 'query'>): string {
  const kept = new URLSearchParams(query)
  kept.delete('done')
  const page = path.replace(/\/submit(?:\/.*)?$/, '')
  return kept.size > 0 ? `${page}?${kept}` : page
}

function submissionOf(
  { params, query }: SentForm,
  form: FormData,
  api: Api,
  language: Language,
): Omit<Submission, 'subject'> {
  const t = textsIn(language)
  return {
    ...{ api, form, t, language, query },
    id(name = 'id') {
      const text = params[name] ?? ''
      if (!/^[1-9]\d{0,14}$/.test(text)) throw new FormRefusal('', t('console.record.not_found'))
      return Number(text)
    },
    param: (name) => params[name] ?? '',
    check(schema, values) {
      const { success, data, error } = schema.safeParse(values)
      if (success) return data
      const [issue] = error.issues
      throw new FormRefusal(String(issue?.path[0] ?? ''), issue?.message ?? '')
    },
    keepChanges(current) {
      const merged = mergeForm(form, current)
      if (merged instanceof FormData) return merged
      const told = merged.conflicts.map((conflict) => toldConflict(conflict, t))
      const [first] = told
      const { read } = merged
      throw new FormRefusal(first?.field ?? '', first?.message ?? '', { read, conflicts: told })
    },
  }
}

/** Cuts a long value for a message. */
const maxShownLength = 1_000

function toldConflict({ field, mine, now }: FieldConflict, t: Texts): ToldConflict {
  const value = textOf(now)
  const message = value
    ? t('console.changed_meanwhile', { value: value.slice(0, 200) })
    : t('console.emptied_meanwhile')
  return { field, message, mine: textOf(mine), now: value.slice(0, maxShownLength) }
}

function textOf(value: unknown): string {
  return value === false ? '' : String(value ?? '')
}

interface Answering {
  readonly sent: SentForm
  readonly page: string
  readonly visitor: Visitor
}

function answerResult(
  result: Result,
  { t, id, ...answering }: Answering & { readonly t: Texts; readonly id: string },
): Outcome {
  const { sent, page } = answering
  if ('message' in result) {
    const state = { kind: 'done', ...result, id } as const
    return sent.byScript
      ? json(200, state)
      : pageOutcome(200, { ...answering, page: result.to ?? page }, state)
  }
  const { done, to } = result
  if (!sent.byScript) return redirect(done ? withNotice(to ?? page, done) : to)
  const next = to === undefined ? { isStale: true } : { to: done ? withNotice(to, done) : to }
  return json(200, { kind: 'done', message: done ? t(noticeOf(done)) : '', ...next, id })
}

/** A script keeps the typed values and says that the session has ended. */
function sessionEnded({ byScript }: SentForm, location: string): Outcome {
  return byScript
    ? json(401, { kind: 'session-ended', id: crypto.randomUUID() })
    : redirect(location)
}

/** A refusal with the status of its answer. */
type Refusal = Omit<Extract<FormState, { kind: 'refused' }>, 'id' | 'typed'> & {
  readonly status: number
}

function refusalOf(ctx: Context, error: unknown, t: Texts, refusals: Refusals): Refusal {
  const { fields = {}, texts = {}, stale = [] } = refusals
  const refused = { kind: 'refused', code: '' } as const
  if (error instanceof FormRefusal) {
    const { message, field, concurrent } = error
    return { ...refused, status: 400, message, field, ...concurrent }
  }
  if (!(error instanceof ApiError)) {
    ctx.log.error({ err: error, requestId: ctx.requestId }, 'a form of the console failed')
    return { ...refused, status: 500, message: t('console.failed') }
  }
  const { code, status } = error
  if (code === '' || status >= 500) return { ...refused, status, message: t('console.failed') }
  const field = Object.entries(fields).find(([prefix]) => code.startsWith(prefix))?.[1]
  return {
    ...{ ...refused, status, code, message: texts[code] ?? error.message },
    ...(field && { field }),
    ...((stale === 'any' || stale.includes(code)) && { isStale: true }),
  }
}

function json(status: number, state: FormState): Outcome {
  return { kind: 'json', status, body: state, headers: noStore }
}

function redirect(location = '/'): Outcome {
  return { kind: 'redirect', status: 303, location }
}

function pageOutcome(
  status: number,
  { sent, page, visitor }: Answering,
  state: FormState,
): Outcome {
  const submitted: SubmittedForm = { action: sent.path, state }
  const view = { page: 'console', address: page, visitor, submitted, uiLocales: [] } as const
  return { kind: 'page', status, view }
}
