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
 * What the endpoint gave the page to show. Without it, or with that of another page, the page does
 * not exist: nobody opens `/views/…` but the start file.
 */
export async function viewData<P extends View['page']>(
  page: P,
): Promise<Extract<View, { page: P }>> {
  const view = await readView()
  if (!isOf(view, page)) notFound()
  return view
}

/**
 * Who looks at a page of the console; null when their session has ended (a page is not rendered
 * then, an action is called all the same).
 */
export async function visitor(): Promise<Visitor | null> {
  return decode<Visitor>((await headers()).get(visitorHeader)) ?? null
}

/** True when the browser is signed in to the console, or was until a while ago: nothing is looked up for it. */
export async function isSignedInToConsole(): Promise<boolean> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).has(consoleCookie)
}

/**
 * The id of the request that is answered, as the logs name it; '' where there is none. Not for the sign-in page,
 * which is rendered once for many, nor for what stands around every page.
 */
export async function requestId(): Promise<string> {
  return (await headers()).get(requestIdHeader) ?? ''
}

/** The settings every page shows, as the start file hands them over. */
export async function pageSettings(): Promise<PageSettings> {
  const settings = decode<PageSettings>((await headers()).get(pageSettingsHeader))
  if (!settings) throw new Error('Pages are rendered for the start file only.')
  return settings
}

/**
 * The page's language: in the console the user's own, elsewhere the view's `ui_locales`; then
 * `Accept-Language`, then English.
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

/** Our own start file wrote the header, so its shape is not checked again. */
function decode<T>(header: string | null): T | undefined {
  return header ? (JSON.parse(decodeHeader(header)) as T) : undefined
}
