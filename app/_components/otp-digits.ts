/** Zeros of the digits people's keyboards type: Arabic, Persian, full width. */
const zeros = [0x0660, 0x06f0, 0xff10]

/** A typed code without its spaces and hyphens and with ASCII digits. */
export function asciiDigits(typed: string): string {
  return typed.replace(/[\s-]/g, '').replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => point >= first && point <= first + 9)
    return zero === undefined ? digit : String(point - zero)
  })
}
