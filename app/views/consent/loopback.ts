/** True for a destination on the visitor's own device, with or without a port. */
export function isLoopback(destination: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(destination)
}
