/** Where the download is put: what the browser does not keep is held until the page is closed, and play goes on. */

export class Shelf {
  private constructor(
    private readonly cache: Cache | undefined,
    readonly held: Map<string, Blob>,
  ) {}

  /** `held`: what another worker could not get kept. */
  static async open(name: string, held = new Map<string, Blob>()): Promise<Shelf> {
    try {
      return new Shelf(await caches.open(name), held);
    } catch {
      return new Shelf(undefined, held); // nothing may be kept at all
    }
  }

  async match(key: string, options?: { ignoreSearch: boolean }): Promise<Response | undefined> {
    const same = (other: string) => other === key || (options?.ignoreSearch && other.replace(/\?.*/, '') === key);
    const found = [...this.held].find(([other]) => same(other))?.[1];
    return found ? new Response(found, { headers: { 'Content-Type': found.type } }) : this.cache?.match(key, options);
  }

  async put(key: string, response: Response): Promise<void> {
    const copy = response.clone();
    if (!(await this.keep(key, response))) this.held.set(key, await copy.blob());
  }

  /** Whether there was room; what can be made again is not held instead. */
  async keep(key: string, response: Response): Promise<boolean> {
    if (!this.cache) return false;
    return this.cache.put(key, response).then(
      () => true,
      () => false,
    );
  }

  async delete(key: string, options?: { ignoreSearch: boolean }): Promise<void> {
    await this.cache?.delete(key, options);
  }
}
