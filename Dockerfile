# Crowned's server for a club, a school or a public site; see docs/hosting.md.
#   docker build -t crowned .
#   docker run -p 127.0.0.1:8000:8000 -v crowned-data:/var/lib/crowned crowned --origin http://127.0.0.1:8000

FROM node:20-bookworm-slim AS web
WORKDIR /build
COPY ui/package.json ui/package-lock.json ui/
RUN npm ci --prefix ui
COPY . .
RUN sh scripts/web.sh build

FROM python:3.12-bookworm AS wheel
WORKDIR /build
COPY . .
COPY --from=web /build/src/crowned/server/static src/crowned/server/static
COPY --from=web /build/src/crowned/notebook/static src/crowned/notebook/static
RUN pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.12-slim-bookworm
COPY --from=wheel /wheels /wheels
RUN pip install --no-cache-dir "$(echo /wheels/crowned-*.whl)[server]" \
    && rm -r /wheels \
    && useradd --system --home-dir /var/lib/crowned --create-home crowned
USER crowned
WORKDIR /var/lib/crowned
VOLUME /var/lib/crowned
EXPOSE 8000
# The server is alone in its container and is reached through the published port, so it listens on all addresses;
# which origin it answers is for --origin to say.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["crowned", "serve", "--host", "0.0.0.0", "--port", "8000", "--data", "/var/lib/crowned"]
CMD ["--origin", "http://127.0.0.1:8000"]
