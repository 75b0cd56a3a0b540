import { startSimulator } from '../../clover-simulator/simulator.ts'

const {
  CLOVER_SIMULATOR_PORT: port,
  CLOVER_SIMULATOR_HOST: host,
  CLOVER_SIMULATOR_LEDGER: ledgerFile,
  CLOVER_SIMULATOR_WEBHOOK_URL: webhookUrl,
  CLOVER_SIMULATOR_PUBLIC_URL: publicUrl,
} = process.env

try {
  const simulator = await startSimulator({
    port: Number(port || 0),
    host: host || undefined,
    ledgerFile: ledgerFile || undefined,
    webhookUrl: webhookUrl || undefined,
    publicUrl: publicUrl || undefined,
  })
  const stop = () => simulator.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // The supervisor that forked it ended, perhaps by kill -9.
  process.once('disconnect', stop)
  console.log(`Clover simulator listening on ${simulator.url} (a simulation: no card is charged)`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
