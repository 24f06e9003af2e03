// A default import: a named import missing from an old Node.js would fail before its version is checked.
import nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

/** The build compiles the program into it. */
const folder = fileURLToPath(new URL('../../.next/compiled', import.meta.url))

/**
 * Lets Node.js load the compiled program instead of compiling it again: the start is quicker, and the process does not
 * keep the compiler's 100 MiB. What is missing is compiled, and stored when the process ends, if its account may write
 * there. `NODE_COMPILE_CACHE` names another folder. Plain JavaScript, as those are that call it.
 */
export function keepCompiled() {
  if (nodeModule.getCompileCacheDir()) return
  const { status } = nodeModule.enableCompileCache(folder)
  // Where it may not create the folder, Node.js takes one for temporary files.
  if (status === nodeModule.constants.compileCacheStatus.FAILED) nodeModule.enableCompileCache()
}
