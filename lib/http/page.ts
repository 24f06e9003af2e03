import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import type { View } from '#lib/kernel/outcome.ts'
import { viewDataHeader } from './respond.ts'

/** Carries the settings every page shows: base64url of JSON. Set by the start file only. */
export const pageSettingsHeader = 'x-authserver-page-settings'

/** The settings every page shows. */
export interface PageSettings {
  readonly appName: string
  /** A daisyUI theme; empty: light or dark as the visitor's system asks. */
  readonly uiTheme: string
}

const defaultSettings: PageSettings = { appName: 'Authserver', uiTheme: '' }

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

/** The application's name and theme; defaults where the start file did not hand them over. */
export async function pageSettings(): Promise<PageSettings> {
  const settings = decode<Partial<PageSettings>>((await headers()).get(pageSettingsHeader))
  return { ...defaultSettings, ...settings }
}

/** The page's language: the view's `ui_locales`, then `Accept-Language`, then English. */
export async function pageLanguage(): Promise<Language> {
  const view = await readView()
  const acceptLanguage = (await headers()).get('accept-language') ?? ''
  return chooseLanguage(view?.uiLocales ?? [], acceptLanguage.slice(0, 256))
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
  return header ? (JSON.parse(Buffer.from(header, 'base64url').toString()) as T) : undefined
}
