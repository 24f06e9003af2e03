/**
 * Measures the processors' upper bounds: RSA-4096 signatures as the server makes them (jose, WebCrypto), and
 * argon2id verifications with the server's parameters. Started by `startHelper`.
 */
import { generateKeyPairSync } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { CompactSign, importPKCS8 } from 'jose'
import { dummyHash, verifyPassword } from '#lib/domain/passwords/password.ts'
import { answerQuestions } from '../helper.ts'

export interface ComputingQuestion {
  readonly what: 'signatures' | 'verifications'
  readonly millis: number
  readonly atOnce: number
}

export interface ComputingAnswer {
  readonly perSecond: number
  readonly cpuSecondsEach: number
}

const payload = new TextEncoder().encode(JSON.stringify({ text: 'x'.repeat(400) }))
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = await importPKCS8(pem, 'RS256')

const work = {
  signatures: () => new CompactSign(payload).setProtectedHeader({ alg: 'RS256' }).sign(key),
  verifications: () => verifyPassword(dummyHash(), 'a password'),
}

answerQuestions(async ({ what, millis, atOnce }: ComputingQuestion): Promise<ComputingAnswer> => {
  const once = work[what]
  const cores = what === 'verifications' ? availableParallelism() : atOnce
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  let count = 0
  const loop = async () => {
    while (performance.now() - begun < millis) {
      await once()
      count++
    }
  }
  await Promise.all(Array.from({ length: cores }, loop))
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { perSecond: count / seconds, cpuSecondsEach: (user + system) / 1e6 / count }
})
