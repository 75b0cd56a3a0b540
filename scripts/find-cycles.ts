/**
 * The cycles of a directed graph, as its strongly connected components of two or more nodes
 * (Tarjan), and nodes that point to themselves.
 */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string) {
    const index = order.size
    order.set(node, index)
    lowest.set(node, index)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) lower(node, visit(next))
      else if (stack.includes(next)) lower(node, order.get(next) ?? index)
    }
    const low = lowest.get(node) ?? index
    if (low === index) close(node)
    return low
  }

  function lower(node: string, to: number) {
    lowest.set(node, Math.min(lowest.get(node) ?? to, to))
  }

  function close(node: string) {
    const members = stack.splice(stack.indexOf(node))
    const pointsToItself = graph.get(node)?.includes(node)
    if (members.length > 1 || pointsToItself) cycles.push(members)
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}
