import { cookies, headers } from 'next/headers'
import { notFound } from 'next/navigation'
import type { Visitor } from '#lib/console/guard.ts'
import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import type { View } from '#lib/kernel/view.ts'
import {
  decodeHeader,
  pageSettingsHeader,
  requestIdHeader,
  viewDataHeader,
  visitorHeader,
} from './page-headers.ts'
import type { PageSettings } from './page-settings.ts'

/**
 * The data of a page, given by the endpoint. Without it, or with another page's data, the page answers 404: only the
 * start file may open `/views/…`.
 */
export async function viewData<P extends View['page']>(
  page: P,
): Promise<Extract<View, { page: P }>> {
  const view = await readView()
  if (!isOf(view, page)) notFound()
  return view
}

/**
 * The visitor of a console page; null after the session has ended. Then no page is rendered, but server actions still
 * run.
 */
export async function visitor(): Promise<Visitor | null> {
  return decode<Visitor>((await headers()).get(visitorHeader)) ?? null
}

/** Whether the browser has a console cookie. The session is not looked up and may have ended. */
export async function isSignedInToConsole(): Promise<boolean> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).has(consoleCookie)
}

/**
 * The request's id, as in the logs; '' without one. Not for the sign-in page, which is rendered once for many requests,
 * nor for the layout around every page.
 */
export async function requestId(): Promise<string> {
  return (await headers()).get(requestIdHeader) ?? ''
}

/** The settings every page shows, from the start file. */
export async function pageSettings(): Promise<PageSettings> {
  const settings = decode<PageSettings>((await headers()).get(pageSettingsHeader))
  if (!settings) throw new Error('Pages are rendered for the start file only.')
  return settings
}

/**
 * The page's language: the user's own in the console, the view's `ui_locales` elsewhere; then `Accept-Language`, then
 * English.
 */
export async function pageLanguage(): Promise<Language> {
  const { locale = '' } = (await visitor()) ?? {}
  const view = await readView()
  const acceptLanguage = (await headers()).get('accept-language') ?? ''
  const wanted = locale ? [locale] : (view?.uiLocales ?? [])
  return chooseLanguage(wanted, acceptLanguage)
}

async function readView(): Promise<View | undefined> {
  return decode<View>((await headers()).get(viewDataHeader))
}

function isOf<P extends View['page']>(
  view: View | undefined,
  page: P,
): view is Extract<View, { page: P }> {
  return view?.page === page
}

/** Our own start file wrote the header, so its shape is not validated again. */
function decode<T>(header: string | null): T | undefined {
  return header ? (JSON.parse(decodeHeader(header)) as T) : undefined
}
