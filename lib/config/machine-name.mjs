import { hostname } from 'node:os'

/**
 * True when a value of `HOSTNAME` is only the machine's own name, which shells and containers set by themselves.
 * `localhost` is an address to listen on, whatever the machine is called. Plain JavaScript, as `env-file.mjs` is.
 * @param {string} value
 * @param {string} [machine] the machine's name, with or without its domain
 */
export function isMachineName(value, machine = hostname()) {
  const [name, full] = [value.trim().toLowerCase(), machine.toLowerCase()]
  return name !== 'localhost' && (name === full || name === full.split('.', 1)[0])
}
