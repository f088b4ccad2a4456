/** The part of Vite's plugin interface that is used, so that no version of Vite is asked for. */
interface IsolationPlugin {
  name: string;
  config(): { server: { headers: Record<string, string> }; preview: { headers: Record<string, string> } };
}

/**
 * Vite plugin: sends the headers that make a page cross-origin isolated, in dev and in preview. Browsers give shared
 * memory, and with it the `shared` transport, to isolated pages alone. A production server has to send them itself.
 *
 * @example
 * ```ts
 * import { atoll } from '@atoll/react/vite';
 *
 * export default defineConfig({ plugins: [react(), atoll()] });
 * ```
 */
export function atoll(): IsolationPlugin {
  const headers = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  return { name: 'atoll', config: () => ({ server: { headers }, preview: { headers } }) };
}
