import { pageLanguage, pageSettings } from '#lib/http/page.ts'
import { mebibytes } from './mebibytes.ts'

/** How large an uploaded picture may be: for the browser to check, and for people to read. */
export interface PictureLimit {
  readonly bytes: number
  /** In MiB, as the page's language writes numbers. */
  readonly mebibytes: string
}

/** The limit of this server. */
export async function pictureLimit(): Promise<PictureLimit> {
  const { pictureMaxBytes: bytes } = await pageSettings()
  return { bytes, mebibytes: mebibytes(bytes, await pageLanguage()) }
}
