import { existsSync, readFileSync } from 'node:fs'
import { parseEnvFile } from './env-file-format.mjs'
import { isMachineName } from './machine-name.mjs'

/**
 * Takes what stands in `.env` into the environment; what is set there already stays. Ends the process where the file
 * cannot be read or would not be read as it was meant. Plain JavaScript, as those are that call it.
 * @param {Record<string, string | undefined>} env
 */
export function readEnvFile(env) {
  if (!existsSync('.env')) return
  const { values, problems } = parseEnvFile(contentOf('.env'))
  if (problems.length > 0) stop(problems.map((problem) => `The file .env: ${problem}`).join('\n'))
  for (const [name, value] of values) if (!isSet(name, env[name] ?? '')) env[name] = value
}

/**
 * An empty value counts as absent, and so does a `HOSTNAME` that the shell has set.
 * @param {string} name
 * @param {string} value
 */
function isSet(name, value) {
  return value.trim() !== '' && !(name === 'HOSTNAME' && isMachineName(value))
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    return stop(`The file ${file} cannot be read: ${/** @type {Error} */ (error).message}.`)
  }
}

/**
 * @param {string} sentences
 * @returns {never}
 */
function stop(sentences) {
  process.stderr.write(`${sentences}\n`)
  process.exit(1)
}
