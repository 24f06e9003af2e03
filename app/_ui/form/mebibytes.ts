const bytesOfMebibyte = 1024 * 1024

/** Bytes in MiB, formatted for a language. Rounded down: a displayed limit must not exceed the actual one. */
export function mebibytes(bytes: number, language: string): string {
  const format = new Intl.NumberFormat(language, {
    maximumSignificantDigits: 3,
    roundingMode: 'floor',
  })
  return format.format(bytes / bytesOfMebibyte)
}
