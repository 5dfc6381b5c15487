// The search of the site runs in a worker, and browsers start none for a page that was opened as a
// file.  Here a hidden frame takes the worker's place: it runs the same script and passes messages.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.frame = frame;
      const inside = frame.contentWindow;
      const answer = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      inside.postMessage = (data) => answer(data);
      // scripts that a worker asks for are loaded one after the other
      inside.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => load(inside.document, each)), Promise.resolve());
      this.ready = load(inside.document, url);
    }
    postMessage(data) {
      this.ready.then(() =>
        this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })),
      );
    }
    terminate() {
      this.frame.remove();
    }
  };
  const load = (page, url) =>
    new Promise((resolve, reject) => {
      const script = page.createElement("script");
      script.src = new URL(url, location.href).href;
      script.onload = resolve;
      script.onerror = reject;
      page.body.append(script);
    });
}
