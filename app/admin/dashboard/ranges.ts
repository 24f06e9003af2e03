/** The ranges of the dashboard, shortest first, with the hours that one bar counts. */
export const ranges = [
  { name: '24h', hoursOfBar: 1 },
  { name: '7d', hoursOfBar: 3 },
  { name: '30d', hoursOfBar: 24 },
] as const

export type RangeName = (typeof ranges)[number]['name']

/** The range in the address; seven days for every other value. */
export function rangeOf(value: string | string[] | undefined): (typeof ranges)[number] {
  return ranges.find(({ name }) => name === value) ?? ranges[1]
}
