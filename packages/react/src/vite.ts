/** The part of Vite's plugin interface that is used, so that no version of Vite is asked for. */
interface AtollPlugin {
  name: string;
  config(): {
    server: { headers: Record<string, string> };
    preview: { headers: Record<string, string> };
    optimizeDeps: { exclude: string[] };
  };
}

/**
 * Vite plugin: sends the headers that make a page cross-origin isolated, in dev and in preview. Browsers give shared
 * memory, and with it the `shared` transport, to isolated pages alone. A production server has to send them itself.
 * It also keeps the dependency optimizer off the engine and the kernel.
 *
 * @example
 * ```ts
 * import { atoll } from '@atoll/react/vite';
 *
 * export default defineConfig({ plugins: [react(), atoll()] });
 * ```
 */
export function atoll(): AtollPlugin {
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  // Up to Vite 7 the optimizer moves the code that asks for the worker and the kernel, and not what it asks for.
  const optimizeDeps = { exclude: ['@atoll/engine', '@atoll/kernel'] };
  return { name: 'atoll', config: () => ({ server: { headers }, preview: { headers }, optimizeDeps }) };
}
