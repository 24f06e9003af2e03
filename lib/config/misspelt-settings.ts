import { type Environment, settingNames } from './given-settings.ts'

/** From this length on, a name may differ from a setting in two letters and still count as misspelt. */
const longName = 12

/**
 * Lists the environment variables that are probably misspelt settings. They differ from a setting in one letter
 * (two in a long name), in case or underscores, or by being plural or singular.
 * @returns one sentence each, with the names but no value
 */
export function misspeltSettings(env: Environment): readonly string[] {
  return Object.keys(env)
    .filter((name) => env[name]?.trim() && !settingNames.includes(name))
    .sort()
    .flatMap((name) => {
      const meant = settingNames.filter((setting) => isAlike(name, setting))
      return meant.length > 0
        ? [`${name} is not a setting. Did you mean ${meant.join(' or ')}?`]
        : []
    })
}

function isAlike(name: string, setting: string): boolean {
  const [one, other] = [lettersOf(name), lettersOf(setting)]
  const most = other.length >= longName ? 2 : 1
  return singular(one) === singular(other) || isWithin(one, other, most)
}

function lettersOf(name: string): string {
  return name.toUpperCase().replaceAll(/[_.-]/g, '')
}

function singular(letters: string): string {
  return letters.replace(/IES$/, 'Y').replace(/S$/, '')
}

/** True when at most `most` letters are omitted, added, replaced or swapped with their neighbour. */
function isWithin(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  if (one === other) return true
  if (most === 0) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  const [left, right] = [one.slice(same), other.slice(same)]
  return (
    isWithin(left.slice(1), right, most - 1) ||
    isWithin(left, right.slice(1), most - 1) ||
    isWithin(left.slice(1), right.slice(1), most - 1) ||
    (left[0] === right[1] &&
      left[1] === right[0] &&
      isWithin(left.slice(2), right.slice(2), most - 1))
  )
}
