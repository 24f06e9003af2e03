/** Compiles the program for later starts: `node lib/server/compile.mjs`. The build runs it. */
import { keepCompiled } from '../config/compile-cache.mjs'

keepCompiled()
const { loadRoutes } = await import('./router.ts')
const [failure] = await loadRoutes()
if (failure) throw failure
// All that `lib/start.mjs` and `lib/authserver.mjs` import, at once or later.
for (const file of [
  './main.ts',
  './serve.ts',
  './workers.ts',
  './installed.ts',
  '../runtime.ts',
  '../cli/main.ts',
]) {
  await import(file)
}
