import { resolve } from 'node:path'
import { variables } from './environment.ts'
import { readSecretFile } from './secret-file.ts'

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

type VariableName = keyof typeof variables.shape

/** Settings that may come from a file: `<name>_FILE` contains its path. */
const secretSettings = [
  'ADMIN_PASSWORD',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'DATABASE_URL',
  'BOOTSTRAP_CLIENT_SECRET',
  'ADMIN_CONSOLE_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const satisfies readonly VariableName[]

/** The variable with the path of a secret's file. */
const fileVariable = (name: string) => `${name}_FILE`

/** Every name that the program reads. */
export const settingNames: readonly string[] = [
  ...Object.keys(variables.shape),
  ...secretSettings.map(fileVariable),
]

/** The settings in the environment, with secrets read from their files. */
export interface GivenSettings {
  /** By name, trimmed; empty values are omitted. */
  readonly values: Readonly<Record<string, string>>
  /** One sentence per unusable setting. */
  readonly problems: readonly string[]
}

/** Reads the given settings and the files of secrets, without validating the values. */
export function readGivenSettings(env: Environment): GivenSettings {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of Object.keys(variables.shape)) {
    try {
      const value = givenValue(env, name)
      if (value !== '') values[name] = value
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  return { values, problems }
}

/** A file from which a secret setting is read. */
interface SecretFile {
  readonly variable: string
  /** Absolute. */
  readonly path: string
}

/** The files that the settings name for secrets. They need not exist. */
export function secretFiles(env: Environment): readonly SecretFile[] {
  return secretSettings
    .map(fileVariable)
    .filter((variable) => isSet(env, variable))
    .map((variable) => ({ variable, path: resolve((env[variable] ?? '').trim()) }))
}

/** True when a setting is given, directly or through a file. */
export function isGiven(env: Environment, name: VariableName): boolean {
  return isSet(env, name) || (isSecret(name) && isSet(env, fileVariable(name)))
}

/**
 * Lists the settings whose value is in quotes. `docker --env-file` and secret files keep quotes, unlike a shell and
 * `.env`.
 * @returns one sentence each, without values
 */
export function quotedSettings(env: Environment): readonly string[] {
  const { values } = readGivenSettings(env)
  return Object.keys(values)
    .filter((name) => isQuoted(values[name] ?? ''))
    .map((name) => `The value of ${name} is in quotes, which are part of the value.`)
}

/** True when a text begins and ends with the same quote. */
function isQuoted(text: string): boolean {
  return /^(["'`]).*\1$/s.test(text)
}

/** @throws Error with a sentence for the operator */
function givenValue(env: Environment, name: string): string {
  const file = fileVariable(name)
  if (!isSet(env, file)) return trimmed(name, env[name] ?? '')
  if (!isSecret(name)) throw new Error(`${file} is not supported. Set ${name} instead.`)
  if (isSet(env, name)) throw new Error(`${name} and ${file} are both set. Keep one of them.`)
  return trimmed(name, readSecretFile(file, (env[file] ?? '').trim()))
}

function isSet(env: Environment, name: string): boolean {
  return trimmed(name, env[name] ?? '') !== ''
}

function isSecret(name: string): boolean {
  return (secretSettings as readonly string[]).includes(name)
}

/**
 * Passwords keep their blanks but lose trailing line ends: files and pipes end with one, and a browser's password
 * field cannot contain it.
 */
function trimmed(name: string, value: string): string {
  return name === 'ADMIN_PASSWORD' ? value.replace(/[\r\n]+$/, '') : value.trim()
}
