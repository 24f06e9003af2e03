const bytesOfMebibyte = 1024 * 1024

/**
 * How many MiB a number of bytes is, as a language writes it. Rounded down: what is told as a limit must not
 * be more than the limit.
 */
export function mebibytes(bytes: number, language: string): string {
  const format = new Intl.NumberFormat(language, {
    maximumSignificantDigits: 3,
    roundingMode: 'floor',
  })
  return format.format(bytes / bytesOfMebibyte)
}
