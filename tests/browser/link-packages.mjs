/** In place of `npm install` in an example: links the packages that its `package.json` names, and no others. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
for (const name of Object.keys(dependencies)) {
  const place = `node_modules/${name}`
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)), place)
}
