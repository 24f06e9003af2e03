/** A bare `node:http` server: the upper bound for a small answer. */
import { createServer } from 'node:http'
import { answerQuestions } from '../helper.ts'
import { inWorkers } from '../workers.ts'

/** As long as the discovery document. */
const body = JSON.stringify({ text: 'x'.repeat(2_000) })

await inWorkers(async () => {
  const server = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json')
    res.setHeader('Content-Length', body.length)
    res.end(body)
  })
  server.listen(Number(process.env.PORT), '127.0.0.1')
})
answerQuestions(async () => null)
